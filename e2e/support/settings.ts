import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const fileOf = (dataDir: string) => join(dirname(dataDir), 'settings.json')

/** Keeps what a command of operators is told to work on a product, beside its data folder. */
export function keepSettings(dataDir: string, settings: Record<string, string>): void {
  writeFileSync(fileOf(dataDir), JSON.stringify(settings))
}

/** The environment of a command beside a running product. */
export function settingsOf(dataDir: string): Record<string, string> {
  return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Record<string, string>
}
