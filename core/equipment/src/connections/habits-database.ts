import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import type { HabitStore } from './habits.ts'

/** Habits in the table `equipment_habit`, one row for each device. */
export const databaseHabits = (em: () => SqlEntityManager): HabitStore => ({
  async load(limit) {
    const rows = await tables(em())
      .selectFrom('equipment_habit')
      .select(['device_id', 'learnt', 'srtt', 'rttvar'])
      .orderBy('updated_at', 'desc')
      .limit(limit)
      .execute()
    return new Map(
      rows.map(({ device_id: id, learnt, srtt, rttvar }) => [id, { learnt, roundTrip: { srtt, rttvar } }]),
    )
  },
  async save(habits) {
    const rows = [...habits].map(([id, { learnt, roundTrip }]) => ({ id, learnt, ...roundTrip }))
    await sql`
      insert into equipment_habit (device_id, learnt, srtt, rttvar)
      select id, learnt, srtt, rttvar
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row (id integer, learnt jsonb, srtt real, rttvar real)
      on conflict (device_id) do update
        set learnt = excluded.learnt, srtt = excluded.srtt, rttvar = excluded.rttvar, updated_at = now()
    `.execute(tables(em()))
  },
  async forget(deviceId) {
    await tables(em()).deleteFrom('equipment_habit').where('device_id', '=', deviceId).execute()
  },
})
