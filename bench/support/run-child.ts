import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Runs a load generator in a process of its own, so that the measured process has a core to itself.
 *
 * @param program Its file, next to this one.
 * @param load Sent to its standard input as JSON.
 * @returns Its output.
 */
export function runChild(program: string, load: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const path = fileURLToPath(new URL(program, import.meta.url))
    const child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(output)
      else reject(new Error(`${program} ended with ${code}`))
    })
    child.stdin.end(JSON.stringify(load))
  })
}
