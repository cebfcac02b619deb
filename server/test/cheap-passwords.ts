/** The lowest cost of argon2: a run creates hundreds of people. */
export const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }
