import { type Environment, settingNames } from './settings.ts'

/** Beginnings of names that only Reverie's settings have. A variable that has one but is no setting is a mistake. */
const OWN_PREFIXES = /^(DATABASE|STORAGE|OBJECTS|CDN|C2PA|SMTP|MAIL|DKIM|DRAIN|DISK|CACHE|TRUSTED|RATE|REVERIE)_/

/** Settings that have no effect without another one. The start refuses other settings whose counterpart is missing. */
const needs: Record<string, string> = {
  AWS_ACCESS_KEY_ID: 'STORAGE_URL',
  AWS_SECRET_ACCESS_KEY: 'STORAGE_URL',
  CACHE_BYTES: 'STORAGE_URL',
  DKIM_DOMAIN: 'SMTP_URL',
  DKIM_SELECTOR: 'SMTP_URL',
  DKIM_KEY_FILE: 'SMTP_URL',
}

/**
 * Describes variables that look like settings but have no effect: misspelt names, and settings that need another one.
 *
 * @returns A sentence for each.
 */
export function describeUnusedSettings(env: Environment): string[] {
  const set = Object.keys(env).filter((name) => env[name])
  return set.flatMap((name) => {
    const needed = needs[name]
    if (needed && !env[needed]) return [`${name} has no effect without ${needed}. Please set ${needed}, or remove it.`]
    if (settingNames.includes(name)) return []
    const meant = findMeant(name)
    if (meant) return [`${name} is not a setting of Reverie and has no effect. Did you mean ${meant}?`]
    if (!OWN_PREFIXES.test(name)) return []
    return [`${name} is not a setting of Reverie and has no effect. docs/operating.md lists the settings.`]
  })
}

/** Finds the setting that a misspelt name stands for. At most a quarter of its letters may be wrong. */
function findMeant(name: string): string | undefined {
  const plain = plainName(name)
  const near = settingNames.map((setting) => ({ setting, distance: distanceOf(plain, plainName(setting)) }))
  const [best] = near.toSorted((a, b) => a.distance - b.distance)
  return best && best.distance <= best.setting.length / 4 ? best.setting : undefined
}

const plainName = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Returns how many letters to add, remove, replace or swap with the next one, to turn one name into the other. */
function distanceOf(one: string, other: string): number {
  let [beforeLast, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = last[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swapped = isSwapped ? beforeLast[j - 2]! + 1 : Infinity
      row.push(Math.min(replaced, swapped, last[j]! + 1, row[j - 1]! + 1))
    }
    ;[beforeLast, last] = [last, row]
  }
  return last[other.length]!
}
