import { Type as T, type Static } from 'typebox'
import { LogId, Time, closedObject, nullable } from '@linecard/plugin-kit'
import { DiffRow } from '../compare/schemas.ts'

export const exampleTime = '2026-03-02T01:10:00.000Z' as unknown as Date

export const VersionView = closedObject(
  {
    id: LogId,
    valid_since: { ...Time, description: 'When the device was first seen with it' },
    last_seen: Time,
    valid_until: nullable({ ...Time, description: 'When the next one was first seen; null: it is current' }),
    octets: T.Integer(),
    lines: T.Integer(),
    lines_added: nullable(
      T.Integer({ description: 'Significant lines that the version before lacks; null: not known' }),
    ),
    lines_removed: nullable(T.Integer()),
    changed_by: nullable(T.String({ description: 'Who made the change; null: unknown' })),
    changed_how: nullable(
      T.Enum(['action', 'syslog'], { description: 'Who says so: the action log, or the device' }),
    ),
    changed_at: nullable({ ...Time, description: 'Null: some time between the version before and this one' }),
  },
  { $id: 'backups.Version', description: 'A configuration and the time in which the device had it' },
)
export type VersionView = Static<typeof VersionView>

export const exampleVersion: VersionView = {
  id: 812,
  valid_since: exampleTime,
  last_seen: exampleTime,
  valid_until: null,
  octets: 10_452,
  lines: 331,
  lines_added: 2,
  lines_removed: 0,
  changed_by: 'noc',
  changed_how: 'action',
  changed_at: exampleTime,
}

export const ConfigView = closedObject(
  {
    version: VersionView,
    text: T.String({ description: 'Lines end with \\n' }),
    masked: T.Boolean({ description: 'Secrets are ***' }),
  },
  {
    $id: 'backups.Configuration',
    description: 'A configuration as text',
    examples: [{ version: exampleVersion, text: 'hostname sw-north\nend\n', masked: true }],
  },
)

export const DiffView = closedObject(
  {
    from: VersionView,
    to: VersionView,
    unified: T.String({ description: 'As `diff -u`; empty: no visible difference' }),
    rows: T.Array(DiffRow, { description: 'Side by side' }),
    rows_total: T.Integer(),
    added: T.Integer(),
    removed: T.Integer(),
    hidden_changes: T.Boolean({ description: 'The two differ in secrets, which are not shown' }),
  },
  {
    $id: 'backups.Difference',
    description: 'What changed from one version to another',
    examples: [
      {
        from: exampleVersion,
        to: { ...exampleVersion, id: 840 },
        unified: '--- 812\n+++ 840\n@@ -1,2 +1,2 @@\n-hostname sw-north\n+hostname sw-south\n end\n',
        rows: [
          {
            kind: 'changed',
            left_line: 1,
            left: 'hostname sw-north',
            right_line: 1,
            right: 'hostname sw-south',
          },
        ],
        rows_total: 1,
        added: 1,
        removed: 1,
        hidden_changes: false,
      },
    ],
  },
)
