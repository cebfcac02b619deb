/** PostgreSQL's role names. The product's role owns only its database. */
export const roles = { app: 'reverie', superuser: 'postgres' } as const
