/** By their names in PostgreSQL. The product's owns its database and nothing else. */
export const roles = { app: 'reverie', superuser: 'postgres' } as const
