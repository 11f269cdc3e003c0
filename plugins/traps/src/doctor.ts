import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { fail, ok, type Finding, type Machine } from '@linecard/plugin-kit/doctor'
import type { Config } from './config.ts'

type Failure = NodeJS.ErrnoException | null

/** Opens a port and closes it again. Gives why it cannot be opened. */
const tryUdp = (port: number, address: string): Promise<Failure> =>
  new Promise(resolve => {
    const socket = createSocket({ type: address.includes(':') ? 'udp6' : 'udp4' })
    socket.on('error', error => {
      socket.close()
      resolve(error)
    })
    socket.bind({ port, address, exclusive: true }, () => socket.close(() => resolve(null)))
  })

const tryTcp = (port: number, host: string): Promise<Failure> =>
  new Promise(resolve => {
    const server = createServer()
    server.on('error', resolve)
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)))
  })

const advice: Readonly<Record<string, string>> = {
  EADDRINUSE: 'stop the program that has it (ss -lnp shows which), or choose another port',
  EACCES:
    'take a port above 1023 and forward the low one to it, or give the service CAP_NET_BIND_SERVICE: ' +
    'see the README of the plugin',
  EADDRNOTAVAIL: 'set traps.address to an address of this machine',
}

function findingOf(what: string, place: string, error: Failure, { serviceRuns }: Machine): Finding {
  if (!error) return ok(what, `${place} is free`)
  if (error.code === 'EADDRINUSE' && serviceRuns) return ok(what, `${place} is in use while the service runs`)
  return fail(
    what,
    `${place} cannot be opened (${error.code})`,
    advice[error.code ?? ''] ?? 'choose another address or port',
  )
}

/** Whether the ports of the receivers that are on can be opened, for `linecard doctor`. */
export async function doctor(settings: Config, machine: Machine): Promise<Finding[]> {
  const { snmp, syslog, address, snmp_port: snmpPort, syslog_port: syslogPort } = settings
  const findings: Finding[] = []
  const look = async (what: string, kind: 'UDP' | 'TCP', port: number) => {
    const error = await (kind === 'UDP' ? tryUdp : tryTcp)(port, address)
    findings.push(findingOf(what, `${kind} port ${port} of ${address}`, error, machine))
  }
  if (snmp) await look('port of traps', 'UDP', snmpPort)
  if (syslog) {
    await look('port of syslog', 'UDP', syslogPort)
    await look('port of syslog', 'TCP', syslogPort)
  }
  return findings
}
