import { fail, ok, warn, type Finding, type Machine } from '@linecard/plugin-kit/doctor'
import type { Config } from './config.ts'
import { icmp } from './ping/icmp.ts'
import { programOf, run } from './ping/program.ts'

/** One echo to this machine itself. */
const probe = { count: 1, timeoutMs: 1_000 }

async function lookAtFping(path: string): Promise<Finding> {
  const fping = await programOf('fping', path)
  if (!fping)
    return warn(
      'fping',
      'it is not installed: devices are tried with TCP and SNMP in place of echoes',
      'install it (on Debian: apt-get install fping)',
    )
  const times = await icmp('127.0.0.1', probe, path)
  const lost = times[0] === null
  if (typeof times !== 'string' && !lost) return ok('fping', `${fping} sends echoes`)
  return fail(
    'fping',
    `${fping} cannot send echoes: ${lost ? 'none came back from this machine itself' : times}`,
    `setcap cap_net_raw+ep ${fping}, or give the service the capability CAP_NET_RAW`,
  )
}

async function lookAtTraceroute(path: string): Promise<Finding> {
  const traceroute = await programOf('traceroute', path)
  const advice = 'install it (on Debian: apt-get install traceroute)'
  if (!traceroute) return warn('traceroute', 'it is not installed: routes to devices cannot be shown', advice)
  const { code, stderr } = await run(traceroute, ['-n', '-q', '1', '-m', '1', '--', '127.0.0.1'], {
    ms: 10_000,
  })
  return code === 0
    ? ok('traceroute', traceroute)
    : warn('traceroute', `${traceroute} fails: ${stderr.trim().split('\n').at(-1)?.slice(0, 200)}`, advice)
}

function lookAtNetworks({ networks, allow_loopback: loopback }: Config): Finding[] {
  const findings: Finding[] = []
  const wide = networks.filter(network => network.endsWith('/0'))
  const change = 'set equipment.networks to the networks of your devices'
  if (networks.length === 0) findings.push(warn('equipment networks', 'none: no device can be asked', change))
  else if (wide.length > 0)
    findings.push(
      warn(
        'equipment networks',
        `${wide.join(', ')}: any address may be asked, also those of others`,
        change,
      ),
    )
  else findings.push(ok('equipment networks', networks.join(', ')))
  if (loopback)
    findings.push(
      warn(
        'equipment.allow_loopback',
        'on: services of this machine can be asked as if they were devices',
        'switch it off: it is for the demo and for tests',
      ),
    )
  return findings
}

/** What the equipment needs of the machine, for `linecard doctor`. */
export const doctor = async (settings: Config, { path }: Machine): Promise<Finding[]> => [
  ...lookAtNetworks(settings),
  await lookAtFping(path),
  await lookAtTraceroute(path),
]
