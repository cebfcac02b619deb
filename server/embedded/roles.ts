/** PostgreSQL's role names. Reverie's role owns only its database. */
export const roles = { app: 'reverie', superuser: 'postgres' } as const
