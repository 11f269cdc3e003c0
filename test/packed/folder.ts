import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'

export interface Ended {
  code: number | null
  /** What it wrote to stdout and stderr. */
  text: string
}

/** `npm install` of what is named after it. */
export const npmInstall = ['install', '--no-audit', '--no-fund', '--prefer-offline']

/** A folder outside of the repository, in which commands run as a user runs them. */
export interface Folder {
  path: string
  write(file: string, content: string | object): Promise<void>
  /** Runs a program with this Node first in its path. */
  run(command: string, args: readonly string[], options?: RunOptions): Promise<Ended>
  /** As `run`. @throws Error with the output if it fails */
  must(command: string, args: readonly string[], options?: RunOptions): Promise<string>
  spawn(command: string, args: readonly string[]): ChildProcess
}

interface RunOptions {
  env?: NodeJS.ProcessEnv
  cwd?: string
}

/** This Node first, without what `npm run` sets for this repository, and without its source condition. */
export function cleanEnv(): NodeJS.ProcessEnv {
  const others = /^(npm_|NODE_OPTIONS$|LINECARD_|INIT_CWD$)/i
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !others.test(name)))
  env['PATH'] = [dirname(process.execPath), env['PATH']].join(delimiter)
  return env
}

const textOf = (child: ChildProcess): { text: string } => {
  const kept = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      kept.text += String(chunk)
    })
  return kept
}

export async function makeFolder(path: string): Promise<Folder> {
  await mkdir(path, { recursive: true })
  const env = cleanEnv()
  const folder: Folder = {
    path,
    async write(file, content) {
      await mkdir(dirname(join(path, file)), { recursive: true })
      await writeFile(
        join(path, file),
        typeof content === 'string' ? content : JSON.stringify(content, null, 2),
      )
    },
    spawn: (command, args) => spawn(command, args, { cwd: path, env, stdio: ['ignore', 'pipe', 'pipe'] }),
    async run(command, args, { env: more = {}, cwd = path } = {}) {
      const child = spawn(command, args, { cwd, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] })
      const kept = textOf(child)
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, text: kept.text }
    },
    async must(command, args, options) {
      const { code, text } = await folder.run(command, args, options)
      if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${text}`)
      return text
    },
  }
  return folder
}
