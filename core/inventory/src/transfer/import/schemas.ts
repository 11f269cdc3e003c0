import { Type as T, type Static } from 'typebox'
import { Id, Time, closedObject, listQuery, nullable } from '@linecard/plugin-kit'
import { results } from './outcome.ts'
import { statuses } from './run-state.ts'

const row = {
  line: 3,
  ip: '192.0.2.18',
  result: 'skipped',
  code: 'DEVICE_TIMEOUT',
  message: '192.0.2.18 did not answer',
  device_id: null,
}

export const ImportQuery = closedObject({
  group_id: T.Optional(
    T.Unsafe<number>({
      ...Id,
      description: 'Group of devices whose line has no group; by default the default group',
    }),
  ),
  dry_run: T.Optional(
    T.Boolean({ description: 'Checks the lines and asks the devices, but writes nothing' }),
  ),
  atomic: T.Optional(
    T.Boolean({
      description:
        'All or none: nothing is added if one line is skipped, invalid or a duplicate. ' +
        'Without it the good lines are added',
    }),
  ),
  update: T.Optional(
    T.Boolean({ description: 'Changes devices that exist already; by default they stay unchanged' }),
  ),
})
export type ImportQuery = Static<typeof ImportQuery>

export const ImportRowView = closedObject(
  {
    line: T.Integer({ description: 'Line of the file where it begins' }),
    ip: nullable(T.String({ description: 'Null if the cell is not an address' })),
    result: T.Enum([...results], {
      description:
        'skipped: the device did not answer or its model is unknown; ' +
        'duplicate: an earlier line has the address; would_…: nothing was written',
    }),
    code: nullable(T.String({ description: 'Why it was not added' })),
    message: nullable(T.String()),
    device_id: nullable(Id),
  },
  { $id: 'inventory.ImportRow', examples: [row] },
)

export const ImportView = closedObject(
  {
    id: Id,
    user: closedObject({ id: Id, login: T.String() }),
    status: T.Enum([...statuses], {
      description:
        'interrupted: its process ended before the last line, and it can be resumed; ' +
        'refused: all or none, and at least one line cannot be added',
    }),
    dry_run: T.Boolean(),
    atomic: T.Boolean(),
    update: T.Boolean(),
    encoding: nullable(T.String({ description: 'Encoding of the file, as it was detected' })),
    separator: nullable(T.String()),
    total: nullable(T.Integer({ description: 'Lines of the file; null: it is still arriving' })),
    done: T.Integer({ description: 'Lines that are examined' }),
    counts: T.Record(T.String(), T.Integer(), { description: 'Number of lines by result' }),
    error: nullable(closedObject({ code: T.String(), description: T.String() })),
    started_at: Time,
    finished_at: nullable(Time),
    rows: T.Array(ImportRowView, {
      description: 'A page of the results of the lines, in the order of the file',
    }),
  },
  {
    $id: 'inventory.Import',
    examples: [
      {
        id: 5,
        user: { id: 1, login: 'admin' },
        status: 'done',
        dry_run: false,
        atomic: false,
        update: false,
        encoding: 'utf-8',
        separator: 'comma',
        total: 2,
        done: 2,
        counts: { added: 1, skipped: 1 },
        error: null,
        started_at: '2026-03-01T08:00:00.000Z',
        finished_at: '2026-03-01T08:00:03.000Z',
        rows: [{ line: 2, ip: '192.0.2.17', result: 'added', code: null, message: null, device_id: 17 }, row],
      },
    ],
  },
)
export type ImportView = Static<typeof ImportView>

export const ImportRowsQuery = closedObject({
  limit: listQuery.limit,
  offset: listQuery.offset,
  result: T.Optional(T.Enum([...results], { description: 'Only lines with this result' })),
})
