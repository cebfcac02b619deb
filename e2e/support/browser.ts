import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { chromium, type LaunchOptions } from '@playwright/test'
import { findProgram } from './servers/find-program.ts'

const args = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  // Containers have a small /dev/shm, and chroots often have none.
  '--disable-dev-shm-usage',
  // Allows autoplay with sound before any click, as browsers do on a site that the user visits often.
  '--autoplay-policy=no-user-gesture-required',
]

/**
 * Returns the launch options for a Chromium that plays H.264. Takes the first of these: `BROWSER_BIN`, an installed
 * one, Playwright's download, the one from the npm package.
 *
 * @throws {Error} If there is none. The message names the ways to get one.
 */
export function browserLaunchOptions(): LaunchOptions {
  const installed = process.env.BROWSER_BIN || findOnPath() || findDownloaded()
  // The sandbox needs privileges that root, containers and the packaged browser do not have. The browser opens only our
  // own pages.
  if (installed) return { executablePath: installed, args: [...args, '--no-sandbox'] }
  const packaged = unpackOnce()
  if (packaged) return packaged
  throw new Error(
    'The browser tests need Chromium. Set BROWSER_BIN to one, install chromium or Google Chrome, ' +
      `or run 'npx playwright install chromium'. (The npm package @sparticuz/chromium serves 64-bit Intel Linux only.)`,
  )
}

function findOnPath(): string | undefined {
  const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']) {
    const found = findProgram(name)
    if (found) return found
  }
  return existsSync(onMac) ? onMac : undefined
}

function findDownloaded(): string | undefined {
  const file = chromium.executablePath()
  return existsSync(file) ? file : undefined
}

/** Unpacks the packaged browser once. The package's own code supports only one cloud provider's machines. */
function unpackOnce(): LaunchOptions | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const folder = resolve(`node_modules/.cache/chromium-${version}`)
  if (!existsSync(folder)) unpack(join(packageFolder, 'bin'), folder)
  return {
    executablePath: join(folder, 'chromium'),
    args: [...args, '--no-sandbox'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts/fonts.conf'),
      // Folder of fontconfig's cache.
      XDG_CACHE_HOME: folder,
    },
  }
}

/**
 * Unpacks into a draft folder, and renames the folder when it is complete. If two calls run concurrently, the folder of
 * the first one stays.
 */
function unpack(packed: string, folder: string): void {
  const draft = `${folder}.${randomUUID()}`
  mkdirSync(draft, { recursive: true })
  const decompress = (name: string) => brotliDecompressSync(readFileSync(join(packed, name)))
  writeFileSync(join(draft, 'chromium'), decompress('chromium.br'), { mode: 0o755 })
  for (const archive of ['al2023', 'swiftshader', 'fonts']) {
    const { status, stderr } = spawnSync('tar', ['-xf', '-'], { cwd: draft, input: decompress(`${archive}.tar.br`) })
    if (status !== 0) throw new Error(`The packaged browser could not be unpacked: ${String(stderr)}`)
  }
  writeFileSync(
    join(draft, 'fonts/fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">.</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>`,
  )
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}
