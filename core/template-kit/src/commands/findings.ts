import { join } from 'node:path'
import { CommandError, type CommandTools } from '@linecard/plugin-kit'
import type { Finding } from '../contract/finding.ts'
import { fileOf } from '../control/folder.ts'
import type { CommandKind } from './kind.ts'

/** As compilers tell it: `folder/template.hbs:3:12: error HELPER_UNKNOWN: … what to do`. */
export const findingLine = ({ layout }: CommandKind, folder: string, finding: Finding): string => {
  const { where, line, column, severity, code, message, hint } = finding
  const part = fileOf(layout, where) === layout.json ? ` (${where})` : ''
  const at = `${join(folder, fileOf(layout, where))}:${line}:${column}`
  return `${at}: ${severity} ${code}${part}: ${message}. ${hint}`
}

/** Prints findings. @throws CommandError if one of them is an error */
export function tellFindings(
  kind: CommandKind,
  tools: CommandTools,
  found: readonly { folder: string; findings: readonly Finding[] }[],
): void {
  const lines = found.flatMap(({ folder, findings }) => findings.map(one => findingLine(kind, folder, one)))
  tools.print(
    lines.map(line => ({ finding: line })),
    { Finding: (row: { finding: string }) => row.finding },
  )
  const errors = found.flatMap(({ findings }) => findings).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new CommandError(`${errors.length} errors in ${found.length} ${kind.plural}`)
}
