/**
 * The OLT of the benchmark in a process of its own: it answers after 5 ms. Arguments: port, address. Sends "ready"
 * to its parent, and the number of requests so far when asked.
 */
import { createOlt, startDevice } from '@linecard/simulator'
import { oltOptions } from './options.ts'

const [port, ip] = process.argv.slice(2) as [string, string]
const simulated = createOlt({ ...oltOptions, ip })
const device = await startDevice({ ip, port: Number(port), simulated, behaviour: { delayMs: 5 } })
process.on('disconnect', () => process.exit(0))
process.on('message', () => process.send?.(device.requests))
process.send?.('ready')
