import type { PollableDevice } from '@linecard/plugin-kit'
import type { Base } from '../base.ts'
import { isOn, removesSecrets } from '../devices/switched.ts'
import { oxidizedModel } from './models.ts'
import { modelOverride } from './params.ts'
import { nodeName } from '../names/node.ts'
import { rowOf, type OxidizedRow } from './rows.ts'

/** Devices of one answer: Oxidized reads the whole list at once. */
const mostRows = 50_000
/** Devices whose logins are opened at once. */
const atOnce = 500

/** The kinds of devices: key of a model → model of Oxidized. */
const kindsOf = ({ ctx }: Base): ReadonlyMap<string, string | null> =>
  new Map(
    ctx.drivers.flatMap(({ id, models }) =>
      models.map(({ key, family }) => [key, oxidizedModel(id, family.id)] as const),
    ),
  )

/**
 * The devices for Oxidized, with their logins: those whose configuration is read, that have a console, and of
 * a kind that Oxidized knows. `node` null: all.
 */
export async function feedOf(base: Base, node: string | null): Promise<OxidizedRow[]> {
  const { ctx } = base
  const kinds = kindsOf(base)
  const devices = ctx.use('devices')
  const modelFor = (device: PollableDevice) =>
    modelOverride(device.params) ?? (device.model_key === null ? null : (kinds.get(device.model_key) ?? null))
  const wanted = (await devices.pollable()).filter(
    device =>
      (node === null || nodeName(device) === node) &&
      isOn(device.params, ctx.config) &&
      modelFor(device) !== null,
  )
  const rows: OxidizedRow[] = []
  for (let at = 0; at < wanted.length && rows.length < mostRows; at += atOnce) {
    const some = wanted.slice(at, at + atOnce)
    const targetOf = await devices.targets(some.map(({ id }) => id))
    for (const device of some) {
      try {
        const options = { model: modelFor(device)!, removeSecrets: removesSecrets(device.params) }
        const row = rowOf(device, targetOf(device.id), options)
        if (row) rows.push(row)
      } catch {
        // It is switched off, or has no access profile: nobody logs in there.
      }
    }
  }
  return rows.slice(0, mostRows)
}
