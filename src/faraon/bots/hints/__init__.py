"""Why a move is good, in sentences that are true."""
