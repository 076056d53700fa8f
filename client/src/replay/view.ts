/** Whose eyes the replay looks through: a seat of the game, or all cards open. */
export const OPEN = -1
