import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the played network does; see `fake-fping.mjs`. */
export interface Weather {
  /** Addresses that lose every echo. */
  silent?: string[]
  /** Addresses about which fping says nothing. */
  mute?: string[]
  /** Parts of the echoes that are lost, by address. */
  loss?: Record<string, number>
  /** fping ends with this code. */
  exit?: number
  /** How much faster its clock runs: between echoes it waits a part of the period. Read at its start. */
  speed?: number
  /** fping does not start, and says this. */
  fail?: string
}

/** An fping in a folder of its own that plays the weather of a network. The first in PATH. */
export async function fakeFping() {
  const folder = await mkdtemp(join(tmpdir(), 'linecard-fping-'))
  const before = process.env['PATH'] ?? ''
  const file = join(folder, 'fping.mjs')
  await copyFile(new URL('./fake-fping.mjs', import.meta.url), file)
  await writeFile(join(folder, 'fping'), `#!/bin/sh\nexec '${process.execPath}' '${file}' "$@"\n`)
  await chmod(join(folder, 'fping'), 0o755)
  const starts = async (): Promise<{ pid: number; args: string[]; targets: string[] }[]> => {
    const text = await readFile(join(folder, 'starts'), 'utf8').catch(() => '')
    return text
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as never)
  }
  return {
    folder,
    use: () => (process.env['PATH'] = `${folder}:${before}`),
    weather: (weather: Weather) => writeFile(join(folder, 'weather.json'), JSON.stringify(weather)),
    starts,
    async end() {
      process.env['PATH'] = before
      await rm(folder, { recursive: true, force: true })
    },
  }
}
