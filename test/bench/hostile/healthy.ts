/**
 * The healthy switches of the benchmark, in one process. Arguments: port, then addresses. Sends "ready" to
 * its parent.
 */
import { startDevice } from '@linecard/simulator'
import { mibOf } from '@linecard/test-kit/worlds/standard-device'

process.on('disconnect', () => process.exit(0))
const [port, ...addresses] = process.argv.slice(2)
const ports = Array.from({ length: 28 }, (_, n) => `p${n + 1}`)
const fdb = Array.from({ length: 200 }, (_, n): [number, string, number] => [
  10,
  `02:00:5E:00:00:${n.toString(16).toUpperCase().padStart(2, '0')}`,
  (n % 28) + 1,
])
const mib = mibOf({ ports, fdb })
await Promise.all(addresses.map(ip => startDevice({ ip, port: Number(port), mib })))
process.send?.('ready')
