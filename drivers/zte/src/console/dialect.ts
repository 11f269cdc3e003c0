import { DeviceError, type Session } from '@linecard/driver-kit'
import { findInterface, isEpon, type Olt } from '@linecard/driver-kit/onus'
import type { Interface } from '@linecard/driver-kit/modules'
import { onuWord, portWord } from '../cli-names.ts'

/** The differences between the command lines of the series. */
export interface Dialect {
  /** Commands for the MAC addresses behind an ONU or a port. A refused one is followed by the next. */
  macsOf(one: Interface): readonly string[]
  /** State and log of an ONU. */
  detail(one: Interface): string
  /** Commands that print names of profiles, by their kind. */
  profiles: Readonly<
    Partial<Record<'line' | 'srv' | 'remote' | 'traffic' | 'tcont' | 'vlan' | 'sla', string>>
  >
  /** Prints the configuration of an ONU, with the VLANs of its Ethernet ports. */
  config(session: Session, one: Interface): Promise<string>
}

const technologyOf = (one: Interface) => (isEpon(one) ? 'epon' : 'gpon')

const c300 = (epon: string): Dialect => ({
  macsOf: one => {
    const what =
      one.type === 'ONU'
        ? `${technologyOf(one)} onu ${onuWord(one)}`
        : `${technologyOf(one)} olt ${portWord(one)}`
    return one.type === 'ONU' || one.type === 'PON' ? [`show mac ${what}`, `show mac-real-time ${what}`] : []
  },
  detail: one => (isEpon(one) ? `${epon} ${onuWord(one)}` : `show gpon onu detail-info ${onuWord(one)}`),
  profiles: {
    line: 'show pon onu-profile gpon line',
    remote: 'show pon onu-profile gpon remote',
    traffic: 'show gpon profile traffic',
    tcont: 'show gpon profile tcont',
    vlan: 'show gpon onu profile vlan',
    sla: 'show epon onu-sla-profile',
  },
  config: (session, one) => session.cli.run(`show onu running config ${onuWord(one)}`),
})

/** C300 and C320. On firmware 1.2 the state of EPON ONUs comes without a log. */
export const c300Fw12Dialect = c300('show onu detail')
export const c300Fw21Dialect = c300('show pon onu information')

export const c600Dialect: Dialect = {
  macsOf: one => [`show mac interface ${one.type === 'ONU' ? onuWord(one) : portWord(one)}`],
  detail: one => `show gpon onu detail-info ${onuWord(one)}`,
  profiles: {
    line: 'show pon onu-profile gpon line',
    srv: 'show pon onu-profile gpon service',
    traffic: 'show gpon profile traffic',
    tcont: 'show gpon profile tcont',
    vlan: 'show gpon onu profile vlan',
  },
  config: async (session, one) => {
    await session.cli.run(`pon-onu-mng ${onuWord(one)}`, { mode: 'config' })
    return session.cli.run('show this', { mode: 'config' })
  },
}

/**
 * The ONU of a call. The console tells one ONU at a time: thousands of commands are no answer.
 * @throws DeviceError BadArgument without an interface, or for what is not an ONU
 */
export async function oneOnu(
  session: Session,
  olt: Olt,
  wanted: string | number | undefined,
): Promise<Interface> {
  const one = wanted === undefined ? null : await findInterface(session, olt, wanted)
  if (one?.type === 'ONU') return one
  throw new DeviceError(
    'BadArgument',
    one
      ? `${one.name} is not an ONU: give the name or bind key of an ONU`
      : 'The console of this OLT tells it of one ONU at a time: give the name or bind key of an ONU',
    { argument: 'interface' },
  )
}

/** The first of these commands that the OLT does not refuse. */
export async function firstAccepted(session: Session, commands: readonly string[]): Promise<string> {
  for (const [at, command] of commands.entries()) {
    try {
      return await session.cli.run(command)
    } catch (error) {
      const last = at === commands.length - 1
      if (last || !(error instanceof DeviceError) || error.kind !== 'CommandRejected') throw error
    }
  }
  throw new DeviceError('Unsupported', 'The command line of this OLT has no command for it')
}
