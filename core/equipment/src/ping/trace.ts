import { isIP, isIPv6 } from 'node:net'
import type { TraceAnswer, TraceHop } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import { programOf, run } from './program.ts'

/** A line of `traceroute -n -q 1`, such as ` 3  192.0.2.9  4.812 ms !H` or ` 4  *`. Null for other lines. */
export function hopOf(line: string): TraceHop | null {
  const [, hop, rest] = /^\s*(\d{1,3})\s+(\S.*)$/.exec(line) ?? []
  if (!hop || !rest) return null
  const words = rest.trim().split(/\s+/)
  const ip = words.find(word => isIP(word) !== 0) ?? null
  if (!ip && words[0] !== '*') return null
  const ms = words[words.indexOf('ms') - 1]
  return {
    hop: Number(hop),
    ip,
    time_ms: ip && ms && /^\d+(\.\d+)?$/.test(ms) ? Number(ms) : null,
    note: words.find(word => /^![\w<>-]*$/.test(word)) ?? null,
  }
}

/**
 * The path to an address with the program `traceroute` (2.x, UDP), without names.
 * @throws ApiError EQUIPMENT_TRACEROUTE_MISSING, EQUIPMENT_TRACEROUTE_FAILED
 */
export async function trace(
  ip: string,
  {
    maxHops,
    timeoutMs,
    totalMs,
    signal,
    path,
  }: { maxHops: number; timeoutMs: number; totalMs: number; signal?: AbortSignal; path: string },
): Promise<TraceAnswer> {
  const program = await programOf('traceroute', path)
  if (!program) throw fail('EQUIPMENT_TRACEROUTE_MISSING')
  const args = [
    isIPv6(ip) ? '-6' : '-4',
    '-n',
    '-q',
    '1',
    '-w',
    String(timeoutMs / 1000),
    '-m',
    String(maxHops),
    '--',
    ip,
  ]
  const { code, stdout, stderr } = await run(program, args, { ms: totalMs, signal })
  const hops = stdout.split('\n').flatMap(line => hopOf(line) ?? [])
  if (hops.length === 0 && code !== null)
    throw fail('EQUIPMENT_TRACEROUTE_FAILED', {
      ip,
      reason: stderr.trim().split('\n').at(-1)?.slice(0, 200) || `exit code ${code}`,
    })
  return { ip, hops, reached: hops.some(hop => hop.ip === ip && hop.note === null), complete: code !== null }
}
