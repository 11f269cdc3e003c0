import type { Evidence } from './facts.ts'
import type { PortIncident } from './incident.ts'
import { returnOf } from './times.ts'
import { gaspShare, logLight, logPower, type Known } from './weigh.ts'

/** Darker by so much than its reference, dB, before it was lost. */
const dimmedDb = -1.5

const seconds = (ms: number) => Math.round(ms / 1000)

/** What was seen, as people read it; with what it weighs for light against power. */
export function evidenceOf(
  { port, fallen, left }: PortIncident,
  known: Known,
  group: readonly number[] | null,
  now: number,
): { list: Evidence[]; lightOverPower: number } {
  const at = Math.max(...fallen.map(({ lostAt }) => lostAt!))
  const gasped = fallen.filter(({ reason }) => reason === 'gasp').length
  const withoutLight = fallen.filter(({ reason }) => reason === 'los').length
  const list: Evidence[] = []
  const tell = (what: string, weight = 0, time = at) => list.push({ what, weight, at: time })
  const ratio = logPower(fallen, known) - logLight(fallen)
  tell(`${gasped} of ${fallen.length} ONUs sent a dying gasp, ${withoutLight} have no light`, ratio)
  const mute = fallen.filter(
    ({ reason, model }) => reason !== 'gasp' && gaspShare(known.gasps.get(model)) < 0.2,
  )
  if (mute.length > 0) tell(`${mute.length} of them are of models that do not gasp`)
  tell(left === 0 ? `nothing is left on ${port.name}` : `${left} ONUs of ${port.name} are still there`)
  if (left === 0 && port.up === false) tell(`${port.name} is down`)
  if (port.disabled) tell(`${port.name} is switched off`)
  if (port.sends === false) tell(`${port.name} sends no light`)
  const times = fallen.flatMap(({ deregAt }) => deregAt ?? [])
  if (times.length >= 2)
    tell(`by the OLT's clock they were lost within ${seconds(Math.max(...times) - Math.min(...times))} s`)
  if (group) tell('they fell and came back together before', Math.log(4))
  let lightOverPower = 0
  const dimmed = fallen.filter(one => one.dimmed !== null && one.dimmed <= dimmedDb).length
  const measured = fallen.filter(one => one.dimmed !== null).length
  if (dimmed >= 2 && dimmed * 3 >= measured) {
    lightOverPower += Math.log(5)
    tell(`the light of ${dimmed} of them had become darker before`, Math.log(5))
  }
  const back = returnOf(fallen)
  if (back !== null) {
    const weight = Math.log(12)
    lightOverPower += back === 'joint' ? weight : -weight
    tell(
      back === 'joint' ? 'they came back together' : 'they came back one after the other, as they boot',
      weight,
      now,
    )
  }
  return { list, lightOverPower }
}
