import { isIPv4 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Item, Trap } from '../command.ts'
import type { RouterOsState } from '../state.ts'

const replyRow = (n: number, received: number, address: string): Item => ({
  seq: String(n),
  host: address,
  size: '56',
  ttl: '64',
  time: `${n}ms${300 + n}us`,
  sent: String(n + 1),
  received: String(received),
  'packet-loss': String(Math.round(100 * (1 - received / (n + 1)))),
  'min-rtt': '0ms300us',
  'avg-rtt': '1ms',
  'max-rtt': '2ms',
})

const timeoutRow = (n: number, address: string): Item => ({
  seq: String(n),
  host: address,
  status: 'timeout',
  sent: String(n + 1),
  received: '0',
  'packet-loss': '100',
})

/**
 * `/ping`: a row for each packet, at the interval of the packets. Addresses of leases and static ARP reply.
 */
export async function* ping(
  router: RouterOsState,
  { address, count, interval = '1s' }: Item,
): AsyncIterable<Item> {
  if (address === undefined || !isIPv4(address)) throw new Trap('invalid value for argument address', 1)
  const [, digits, unit] = /^([\d.]+)(ms|s)?$/.exec(interval) ?? []
  if (digits === undefined) throw new Trap('invalid value for argument interval', 1)
  const now = router.clock.now()
  const replies =
    router.leases.some(({ ip, station }) => ip === address && station?.active.at(now).state) ||
    router.statics.some(({ ip, disabled }) => ip === address && !disabled)
  const packets = count === undefined ? Infinity : Number(count)
  for (let n = 0; n < packets; n++) {
    await sleep(Number(digits) * (unit === 'ms' ? 1 : 1000))
    yield replies ? replyRow(n, n + 1, address) : timeoutRow(n, address)
  }
}
