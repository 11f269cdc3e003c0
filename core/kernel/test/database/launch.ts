import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { until } from '@linecard/test-kit'

export interface Launched {
  readonly pid: number
  /** Waits for a line that begins with this word, and returns it. */
  says(word: string): Promise<string>
  /** Pid of the database server it uses. */
  server(): Promise<number>
  uid(): number
  /** Stops a waiting process normally. */
  release(): void
  /** kill -9 */
  kill(): void
  readonly gone: Promise<void>
}

/** Starts `process.ts`, optionally as another user. */
export async function launchProcess(dataDir: string, what: string, uid?: number): Promise<Launched> {
  const script = join(import.meta.dirname, 'process.ts')
  const child = spawn(
    process.execPath,
    ['--conditions=source', '--disable-warning=ExperimentalWarning', script, dataDir, what],
    { ...(uid !== undefined && { uid, gid: uid, cwd: '/' }) },
  )
  let said = ''
  child.stdout.on('data', chunk => {
    said += String(chunk)
  })
  child.stderr.on('data', chunk => {
    said += String(chunk)
  })
  let ended = false
  const gone = new Promise<void>(resolve => {
    child.on('exit', () => {
      ended = true
      resolve()
    })
  })
  const find = (word: string) => said.split('\n').find(line => line.startsWith(word))
  const says = (word: string) =>
    until(`"${word}" from the process`, () => {
      const line = find(word)
      if (!line && ended) throw new Error(`the process ended without "${word}":\n${said}`)
      return line
    })
  return {
    pid: child.pid ?? 0,
    says,
    server: async () => Number((await says('open')).split(' ')[1]),
    uid: () => Number(find('open')?.split(' ')[2]),
    release: () => {
      child.stdin.write('\n')
    },
    kill: () => {
      child.kill('SIGKILL')
    },
    gone,
  }
}
