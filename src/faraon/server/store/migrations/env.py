"""How alembic reaches the database: the connection is handed over by :mod:`faraon.server.store.migrate`."""

from alembic import context

from faraon.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
