import { uniIsUp } from '../../../olt/behind.ts'
import { onuRows, uniRows } from '../../../olt/onu-rows.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import { historyOf, isOnline } from '../../../olt/onu.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { enableUni } from '../../../olt/operations.ts'
import { int, octets, text } from '../../../simulated/columns.ts'
import { type LongTable, longTable } from '../../../simulated/long-tables.ts'
import { dateAndTime } from '../../../simulated/values.ts'
import { Status } from '../../../snmp/pdu.ts'
import { cdataNode, nscrtv } from '../node.ts'

/** Reason of the last loss, as the tables write it. */
export function reasonOf(onu: Onu, now: number): string {
  const { reason } = historyOf(onu, now)
  if (reason === undefined || reason === 'Offline') return '--'
  return { LOS: 'LOS', PowerOff: 'dying-gasp', Reboot: 'reboot', Disabled: 'deactivate' }[reason]
}

export const moment = (ms: number | undefined): string =>
  ms === undefined ? '--' : new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/** Seconds since the ONU came online; 0 for one that is not. */
export const secondsUp = (onu: Onu, now: number): number =>
  isOnline(onu, now) ? Math.floor((now - onu.state.at(now).sinceMs) / 1000) : 0

/** A value of the ONU, −1 while it is not online. */
const asked = (value: (onu: Onu, now: number) => number) =>
  int<Onu>((onu, now) => (isOnline(onu, now) ? Math.round(value(onu, now)) : -1))

/** Light of ONUs in hundredths, with `.0.0` behind the index, and that of each ONU at the OLT. */
export const lightTables = (
  olt: SimulatedOlt,
  entry: string,
  index: (onu: Onu) => number,
  volt: number,
): LongTable[] => [
  longTable(
    entry,
    onuRows(olt, onu => `${index(onu)}.0.0`),
    {
      4: asked((onu, now) => onu.rx(now) * 100),
      5: asked((onu, now) => onu.tx(now) * 100),
      6: asked((onu, now) => onu.bias(now) * 100),
      7: asked((onu, now) => onu.volts(now) * volt),
      8: asked((onu, now) => onu.heat(now) * 100),
    },
  ),
  longTable(`${nscrtv}.2.3.3.6.1`, onuRows(olt, index), {
    2: int((onu, now) => (isOnline(onu, now) ? Math.round(onu.oltRx(now) * 100) : 0)),
  }),
]

const time = (ms: number | undefined) => (ms === undefined ? Buffer.alloc(8) : dateAndTime(ms))

/** Times of the last registration and loss. EPON calls every loss of light `losi`. */
export const registerLog = (olt: SimulatedOlt, index: (onu: Onu) => number, losi: boolean): LongTable => {
  return longTable(`${cdataNode}.1.3.100.12.3.1.1`, onuRows(olt, index), {
    4: octets((onu, now) => time(historyOf(onu, now).onlineMs)),
    5: octets((onu, now) => time(historyOf(onu, now).offlineMs)),
    7: text((onu, now) => {
      const reason = reasonOf(onu, now)
      return reason === '--' ? '' : losi && reason === 'LOS' ? 'losi' : reason
    }),
  })
}

/** Ethernet ports of ONUs: rows `<ONU>.0.<port>`. */
export const uniTable = (olt: SimulatedOlt, entry: string, index: (onu: Onu) => number): LongTable =>
  longTable(
    entry,
    uniRows(olt, ({ onu, member }) => `${index(onu)}.0.${member.number}`),
    {
      4: int(
        ({ member }) => (member.enabled ? 1 : 2),
        ({ onu, member }, value) => {
          if (value !== 1 && value !== 2) return Status.badValue
          enableUni(onu, member.number, value === 1)
          return 0
        },
      ),
      5: int(({ onu, member }, now) => (isOnline(onu, now) ? (uniIsUp(onu, member, now) ? 1 : 2) : -1)),
    },
  )
