/** The least that argon2 can do: a run makes hundreds of people. */
export const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }
