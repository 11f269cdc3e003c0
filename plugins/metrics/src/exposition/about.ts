import type { Caller, Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { visibleDevices, visibleInterfaces } from '@linecard/inventory/read'
import { prefix } from '../catalogue/index.ts'
import { quoted } from '../prometheus/labels.ts'
import { maxMarked } from '../rules/marks.ts'
import { tables } from '../tables.ts'
import { headOf } from './text.ts'

// What rules of Prometheus need to know of devices and interfaces, beside the values: who has which vendor,
// and which mark. Each is 1 and has its facts in the labels.

const info = {
  name: `${prefix}device_info`,
  help: 'Always 1; what is stored of the device is in the labels',
  type: 'gauge',
} as const
const favorite = {
  name: `${prefix}interface_favorite`,
  help: "1: the interface is somebody's favourite",
  type: 'gauge',
} as const
const tag = { name: `${prefix}interface_tag`, help: '1: the interface has the tag', type: 'gauge' } as const
export const aboutNames = [info, favorite, tag]

type Labels = readonly (readonly [name: string, value: string | number])[]
const lineOf = (name: string, labels: Labels): string =>
  `${name}{${labels.map(([label, value]) => `${label}=${quoted(String(value))}`).join(',')}} 1\n`

async function devices(em: SqlEntityManager, caller: Caller, max: number): Promise<string[]> {
  const rows = await visibleDevices(em, caller)
    .clearSelect()
    .select(['d.id', 'd.name', sql<string>`host(d.ip)`.as('ip'), 'm.vendor', 'm.name as model', 'd.model_id'])
    .select('d.group_id')
    .where('d.enabled', '=', true)
    .orderBy('d.id')
    .limit(max)
    .execute()
  return rows.map(row =>
    lineOf(info.name, [
      ['device_id', row.id],
      ['device', row.name],
      ['ip', row.ip],
      ['vendor', row.vendor ?? ''],
      ['model', row.model ?? ''],
      ['model_id', row.model_id ?? ''],
      ['group_id', row.group_id],
    ]),
  )
}

/** Interfaces of these ids that the caller sees, with their device. */
async function seen(em: SqlEntityManager, caller: Caller, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; device_id: number }>`
    select i.id, i.device_id from ${visibleInterfaces(em, caller)} i
    join unnest(${[...ids]}::int[]) w (id) on w.id = i.id order by i.id`.execute(tables(em))
  return new Map(rows.map(row => [row.id, row.device_id]))
}

/** The lines of devices and marks that the caller sees, at most `max` of each kind. */
export async function aboutLines(ctx: Context, caller: Caller, max: number): Promise<string[]> {
  const marks = ctx.find('interface-marks')
  const own = await devices(ctx.em(), caller, max)
  const all = own.length > 0 ? [headOf(info), ...own] : []
  if (!marks) return all
  const most = Math.min(max, maxMarked)
  const [favorites, tags] = [await marks.favorites(most), await marks.tags(most)]
  const known = await seen(ctx.em(), caller, [
    ...new Set([...favorites, ...tags.map(row => row.interface_id)]),
  ])
  const labels = (id: number) =>
    [
      ['device_id', known.get(id)!],
      ['interface_id', id],
    ] as const
  const starred = favorites.filter(id => known.has(id)).map(id => lineOf(favorite.name, labels(id)))
  const tagged = tags
    .filter(row => known.has(row.interface_id))
    .map(row => lineOf(tag.name, [...labels(row.interface_id), ['tag', row.tag]]))
  return [
    ...all,
    ...(starred.length > 0 ? [headOf(favorite), ...starred] : []),
    ...(tagged.length > 0 ? [headOf(tag), ...tagged] : []),
  ]
}
