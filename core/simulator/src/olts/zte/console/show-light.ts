import { type Command, Refused } from '../../../console/dialect.ts'
import { cell } from '../../../console/dialects/text.ts'
import type { OltSession } from '../../../console/olt-session.ts'
import { uniIsUp, unisOf } from '../../../olt/behind.ts'
import { identText } from '../../../olt/idents.ts'
import { isOnline } from '../../../olt/onu.ts'
import { typeNamed } from '../../../olt/onu-types.ts'
import { type ZteWriting, invalid, onuNamed, onuPlace, ponNamed } from './names.ts'
import { none, rule } from './texts.ts'

type ZteCommand = Command<OltSession>

const dbm = (value: number) => `${value.toFixed(3)}(dbm)`

/** `show pon power …`: what the OLT measures, what the ONU measures, and the attenuation between them. */
const power = (writing: ZteWriting): readonly ZteCommand[] => [
  {
    syntax: 'show pon power attenuation <name>',
    run(session, { name }) {
      const now = session.olt.now()
      const onu = onuNamed(session, writing, name!)
      const online = isOnline(onu, now)
      const line = (way: string, from: string, to: string, sent: number, received: number, up: boolean) => {
        const [left, right] = up ? [received, sent] : [sent, received]
        const loss = online ? `${(sent - received).toFixed(3)}(dB)` : 'N/A'
        const atOlt = cell(`${from}${online || !up ? dbm(left) : 'N/A'}`, 21)
        return ` ${cell(way, 9)} ${atOlt}${cell(`${to}${online ? dbm(right) : 'N/A'}`, 22)}${loss}`
      }
      return [
        '           OLT                  ONU              Attenuation',
        rule(74),
        line('up', 'Rx :', 'Tx:', onu.tx(now), onu.oltRx(now), true),
        '',
        line('down', 'Tx :', 'Rx:', 4.1, onu.rx(now), false),
      ].join('\n')
    },
  },
  ...(['onu-rx', 'olt-rx'] as const).map((which): ZteCommand => ({
    syntax: `show pon power ${which} <name>`,
    run(session, { name }) {
      const now = session.olt.now()
      const onus = name!.includes(':')
        ? [onuNamed(session, writing, name!)]
        : ponNamed(session, writing, name!).onus
      if (onus.length === 0) return none()
      return [
        'Onu                 Rx power',
        rule(37),
        ...onus.map(onu => {
          const value = which === 'onu-rx' ? onu.rx(now) : onu.oltRx(now)
          return `${cell(writing.onu(onuPlace(onu)), 19)} ${isOnline(onu, now) ? dbm(value) : 'N/A'}`
        }),
      ].join('\n')
    },
  })),
]

/** `show gpon remote-onu …`: what the ONU itself answers. One that is not online does not. */
const remote = (writing: ZteWriting): readonly ZteCommand[] => [
  {
    syntax: 'show gpon remote-onu interface eth <name> [<uni>]',
    run(session, { name, uni }) {
      const now = session.olt.now()
      const onu = onuNamed(session, writing, name!)
      if (!isOnline(onu, now)) throw new Refused('%Code 63990-GPONRM : ONU is not online.')
      const ports = unisOf(onu).filter(one => uni === undefined || uni === `eth_0/${one.number}`)
      if (ports.length === 0) return invalid()
      return ports
        .map(port => {
          const up = uniIsUp(onu, port, now)
          return [
            ['Interface', `eth_0/${port.number}`],
            ['Speed status', up ? `full-${port.speedMbps}` : 'auto'],
            ['Operate status', up ? 'enable' : 'disable'],
            ['Admin status', port.enabled ? 'unlock' : 'lock'],
            ['Auto-detection config', 'auto'],
            ['Max frame size', '1518 bytes'],
            ['DTE/DCE', 'DCE'],
          ]
            .map(([key, value]) => `${cell(`${key}:`, 23)}${value}`)
            .join('\n')
        })
        .join('\n\n')
    },
  },
  {
    syntax: 'show gpon remote-onu equip <name>',
    run(session, { name }) {
      const onu = onuNamed(session, writing, name!)
      if (!isOnline(onu, session.olt.now())) throw new Refused('%Code 63990-GPONRM : ONU is not online.')
      const { software, hardware } = typeNamed(onu.type, session.olt.types)
      return [
        ['Vendor ID', onu.serial.toString('latin1', 0, 4)],
        ['Version', hardware],
        ['SN', identText(onu.serial)],
        ['Admin status', onu.enabled ? 'enable' : 'disable'],
        ['Equipment ID', onu.type],
        ['Software version', software[0]],
      ]
        .map(([key, value]) => `${cell(`${key}:`, 23)}${value}`)
        .join('\n')
    },
  },
]

/** What the OLT measures of its ONUs, and what it asks them over the fibre. */
export const lightCommands = (writing: ZteWriting): readonly ZteCommand[] => [
  ...power(writing),
  ...remote(writing),
]
