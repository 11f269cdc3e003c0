import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** TCP ports at which a process of Linux listens. */
export function listeningPorts(pid: number): number[] {
  const own = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap(fd => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
      } catch {
        return []
      }
    }),
  )
  const listening = '0A'
  return ['tcp', 'tcp6'].flatMap(table =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map(line => line.trim().split(/\s+/))
      .filter(fields => fields[3] === listening && own.has(fields[9]!))
      .map(fields => Number.parseInt(fields[1]!.split(':').at(-1)!, 16)),
  )
}
