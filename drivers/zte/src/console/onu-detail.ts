import {
  consoleSource,
  DeviceError,
  implement,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import type { Olt } from '@linecard/driver-kit/onus'
import { ponOntsConfiguration, ponOntsDownHistory, refOf, type Interface } from '@linecard/driver-kit/modules'
import { readDetail, type Detail } from '../parse/detail.ts'
import { oneOnu, type Dialect } from './dialect.ts'

async function detailOf(session: Session, one: Interface, { detail }: Dialect): Promise<Detail> {
  const read = readDetail(await session.cli.run(detail(one)))
  if (read.fields.size > 0) return read
  throw new DeviceError('ParseFailed', `The OLT prints no state of ${one.name} that can be read`)
}

const words: Readonly<Record<string, string>> = { DyingGasp: 'PowerOff', LOS: 'LOS', LOSi: 'LOS' }

/** A registration password or LOID is a secret; serial number and MAC address are not. */
const authInfo = (text: string | null): string | null => (text && /^(?:sn|mac)\b/i.test(text) ? text : null)

/** pon_onts_down_history and pon_onts_configuration of one ONU. */
export const detailModules = (olt: Olt, dialect: Dialect): Implementation[] => [
  implement(
    ponOntsDownHistory,
    async (session, args) => {
      const one = await oneOnu(session, olt, args.interface)
      const { logs } = await detailOf(session, one, dialect)
      return [
        {
          interface: refOf(one),
          logs: logs.map(({ registered, lost, cause }) => ({
            reg_time: registered,
            dereg_time: lost,
            down_reason: cause === null ? null : (words[cause] ?? cause),
            reg_since: null,
            dereg_since: null,
          })),
        },
      ]
    },
    { source: consoleSource },
  ),
  implement(
    ponOntsConfiguration,
    async (session, args) => {
      const one = await oneOnu(session, olt, args.interface)
      const { fields, names } = await detailOf(session, one, dialect)
      const first = (...labels: string[]): string | null =>
        labels.map(label => fields.get(label)).find(value => value !== undefined) ?? null
      return [
        {
          interface: refOf(one),
          line_profile: first('line profile'),
          service_profile: first('service profile', 'remote profile'),
          auth_method: first('authentication mode'),
          auth_mode: first('authentication mode'),
          auth_info: first('serial number') ?? authInfo(first('auth information')),
          sn_bind: first('sn bind'),
          type: first('type', 'onu type configured'),
          type_configured: first('onu type configured'),
          type_reported: first('onu type reported', 'detected onu type'),
          state: first('state'),
          current_channel: first('current channel', 'current speed mode'),
          vport_mode: first('vport mode'),
          dba_mode: first('dba mode'),
          online_duration: first('online duration'),
          fec: first('fec'),
          fec_actual_mode: first('fec actual mode'),
          pps1_tod: first('1pps+tod'),
          auto_replace: first('auto replace'),
          mcast_encrypt: first('multicast encryption'),
          has_password: names.has('password') ? fields.has('password') : null,
        },
      ]
    },
    { source: consoleSource },
  ),
]
