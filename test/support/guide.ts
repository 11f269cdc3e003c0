import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { assert } from '@linecard/test-kit'

/** A block of code of a page: ```` ```sh fails ```` has the kind `sh` and the rest `fails`. */
export interface Block {
  kind: string
  more: string
  text: string
}

export const blocksOf = (page: string): Block[] =>
  [...page.matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map(([, kind, more, text]) => ({
    kind: kind!,
    more: more!,
    text: text!,
  }))

export interface Output {
  code: number | null
  output: string
}

export interface ReaderOptions {
  /** Where files are written and commands run. */
  folder: string
  env: NodeJS.ProcessEnv
  /** Shell text before each block, such as a function. */
  begin?: string
  /** Around each run of a block of `sh`. */
  within?: (run: () => Promise<Output>) => Promise<Output>
  /** Changes the text of a file before it is written. */
  written?: (file: string, text: string) => string
}

/**
 * Somebody who follows a page. A block of `sh` runs in a shell, and must fail if it says `fails`; what it sets
 * is there in the next one. The lines of a block of `text` must be in the output of the last one. Any other
 * block is a file, whose name stands behind its kind.
 */
export function createReader({ folder, env, begin = '', within = run => run(), written }: ReaderOptions) {
  const kept = 'set -a; if [ -f .kept ]; then . ./.kept; fi; trap "{ export -p; declare -f; } >.kept" EXIT'
  let last = ''
  let ran = 0
  async function shell(script: string): Promise<Output> {
    const child = spawn('bash', ['-e', '-c', `${kept}\n${begin}\n${script}`], { cwd: folder, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += String(chunk)
      })
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, output }
  }
  return {
    /** Blocks of `sh` that ran. */
    ran: () => ran,
    async follow({ kind, more, text }: Block): Promise<void> {
      if (kind === 'text') {
        for (const line of text.trim().split('\n'))
          assert.ok(last.includes(line.trim()), `no "${line.trim()}" in:\n${last}`)
      } else if (kind === 'sh') {
        const { code, output } = await within(() => shell(text))
        assert.is(code === 0, more !== 'fails', `${text}\n${output}`)
        last = output
        ran++
      } else {
        assert.ok(more, `a block of ${kind} without a file`)
        mkdirSync(dirname(join(folder, more)), { recursive: true })
        writeFileSync(join(folder, more), written?.(more, text) ?? text)
      }
    },
  }
}
