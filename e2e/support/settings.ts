import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const fileOf = (dataDir: string) => join(dirname(dataDir), 'settings.json')

/** Stores the settings that operator commands need for this site, next to its data folder. */
export function keepSettings(dataDir: string, settings: Record<string, string>): void {
  writeFileSync(fileOf(dataDir), JSON.stringify(settings))
}

/** Returns the environment for an operator command that runs while the site is running. */
export function settingsOf(dataDir: string): Record<string, string> {
  return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Record<string, string>
}
