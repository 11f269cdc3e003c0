import { closedObject, EmbeddedDevice, LogId, nullable, severities, Time } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'

const FindingView = closedObject({
  expected: T.String({ description: 'What the rule demands' }),
  line: nullable(
    T.Integer({ description: 'Line of the version that is wrong, or head of the section that lacks it' }),
  ),
  found: nullable(T.String({ description: 'That line; secrets are `***`' })),
  section: nullable(T.String()),
})
export const Severity = T.Enum([...severities])
const failure = {
  rule: T.String(),
  title: T.String(),
  severity: Severity,
  count: T.Integer({ description: 'Findings; at most 50 of them are kept' }),
  since: Time,
  excused: T.Boolean({ description: 'The rule has an exception for this device, which has not ended' }),
  excused_until: nullable(T.String()),
  excused_reason: nullable(T.String()),
  findings: T.Array(FindingView),
}
export const Failure = closedObject(
  { device: EmbeddedDevice, ...failure },
  { $id: 'backups.RuleFailure', description: 'A rule that a configuration breaks' },
)
export const Summary = closedObject(
  {
    read_at: nullable({ ...Time, description: 'When the rules were read; null: never' }),
    devices: closedObject({ devices: T.Integer(), checked: T.Integer(), failing: T.Integer() }),
    rules: T.Array(
      closedObject({
        id: T.String(),
        title: T.String(),
        description: T.String(),
        severity: Severity,
        file: T.String(),
        line: T.Integer(),
        devices: T.Integer({ description: 'Devices that it is for' }),
        failed: T.Integer(),
        excused: T.Integer(),
      }),
    ),
    problems: T.Array(
      closedObject({
        file: T.String({ description: 'Empty: the folder itself' }),
        line: T.Integer(),
        column: T.Integer(),
        rule: nullable(T.String()),
        message: T.String(),
        hint: T.String(),
      }),
      { description: 'Rules that are not used, and why' },
    ),
  },
  {
    $id: 'backups.Compliance',
    description: 'The rules, and what they say of the devices that the caller sees',
  },
)
export const Report = closedObject(
  {
    version_id: nullable({ ...LogId, description: 'The version that was checked; null: none yet' }),
    checked_at: nullable(Time),
    passed: T.Array(T.String(), { description: 'Ids of the rules that it follows' }),
    failed: T.Array(closedObject(failure)),
  },
  { $id: 'backups.ComplianceReport', description: 'Compliance of the configuration of a device' },
)
export const complianceSchemas = [Failure, Summary, Report]

export const time = '2026-03-02T01:10:00.000Z' as unknown as Date
export const exampleFailure = {
  rule: 'no-telnet',
  title: 'Telnet is switched off',
  severity: 'critical' as const,
  count: 1,
  since: time,
  excused: false,
  excused_until: null,
  excused_reason: null,
  findings: [
    {
      expected: 'sessions over telnet are allowed',
      line: 14,
      found: ' transport input telnet ssh',
      section: 'line vty 0 4',
    },
  ],
}
