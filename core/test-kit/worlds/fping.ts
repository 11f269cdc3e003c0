import { chmod, copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What the played network does; see `fake-fping.mjs`. */
export interface Weather {
  /** Addresses that lose every echo. */
  silent?: string[]
  /** Addresses about which fping says nothing. */
  mute?: string[]
  /** Parts of the echoes that are lost by chance, by address: sometimes many in a row. */
  loss?: Record<string, number>
  /** Parts that are lost evenly: of 0.4 two of five, never more than one in a row. */
  evenLoss?: Record<string, number>
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
  const weather = async (now: Weather) => {
    // An fping reads it at any moment, and never a half of it.
    await writeFile(join(folder, 'weather.next'), JSON.stringify(now))
    await rename(join(folder, 'weather.next'), join(folder, 'weather.json'))
  }
  await weather({})
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
    weather,
    starts,
    async end() {
      process.env['PATH'] = before
      await rm(folder, { recursive: true, force: true })
    },
  }
}
