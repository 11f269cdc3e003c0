import { isIPv6 } from 'node:net'
import { programOf, run } from './program.ts'
import type { Probes } from './probes.ts'

/**
 * The times in the output of `fping -C`, such as `192.0.2.1 : 0.43 - 0.39`: ms or a dash for each probe. Null
 * if there is no such line.
 */
export function timesOf(output: string, ip: string, count: number): (number | null)[] | null {
  const line = output
    .split('\n')
    .map(one => one.trim())
    .find(one => one.startsWith(`${ip} : `))
  const words = line
    ?.slice(ip.length + 3)
    .trim()
    .split(/\s+/)
  if (!words || words.length !== count || !words.every(word => word === '-' || /^\d+(\.\d+)?$/.test(word)))
    return null
  return words.map(word => (word === '-' ? null : Number(word)))
}

/**
 * ICMP or ICMPv6 echo with the program `fping` (options of fping 4 and 5), which has the privilege to send
 * it. A text says why that was not possible.
 */
export async function icmp(
  ip: string,
  { count, timeoutMs, signal }: Probes,
  path: string,
): Promise<(number | null)[] | string> {
  const fping = await programOf('fping', path)
  if (!fping) return 'the program fping is not installed'
  const apartMs = Math.min(timeoutMs, 250)
  // `ip` is a canonical address. `--` makes sure that it is never an option.
  const args = [
    isIPv6(ip) ? '-6' : '-4',
    '-q',
    '-C',
    String(count),
    '-p',
    String(apartMs),
    '-t',
    String(timeoutMs),
    '--',
    ip,
  ]
  const { code, stdout, stderr } = await run(fping, args, { ms: count * apartMs + timeoutMs + 5000, signal })
  // 0: all answered. 1: some did not. Above: fping itself failed.
  const times = code === 0 || code === 1 ? timesOf(`${stdout}\n${stderr}`, ip, count) : null
  const lastLine = (stderr || stdout).trim().split('\n').at(-1)?.slice(0, 200)
  return (
    times ?? `fping failed: ${lastLine || (code === null ? 'it did not end in time' : `exit code ${code}`)}`
  )
}
