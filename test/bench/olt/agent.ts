/**
 * The OLT of the benchmark in a process of its own: it answers after 5 ms. Arguments: port, address, ONUs of a
 * port. Sends "ready"
 * to its parent, and the number of requests so far when asked.
 */
import { createOlt, startDevice } from '@linecard/simulator'
import { oltOptions } from './options.ts'

const [port, ip, onusPerPort] = process.argv.slice(2) as [string, string, string]
const simulated = createOlt({ ...oltOptions(Number(onusPerPort)), ip })
const device = await startDevice({ ip, port: Number(port), simulated, behaviour: { delayMs: 5 } })
process.on('disconnect', () => process.exit(0))
process.on('message', () => process.send?.(device.requests))
process.send?.('ready')
