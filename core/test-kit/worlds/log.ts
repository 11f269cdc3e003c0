import type { Logger } from '@linecard/plugin-kit'

export interface Line {
  level: string
  fields: object | string
  message?: string
}

/** A logger that keeps its lines. */
export function keptLog(): Logger & { lines: Line[]; text(): string } {
  const lines: Line[] = []
  const at = (level: string) => (fields: object | string, message?: string) => {
    lines.push({ level, fields, message })
  }
  const text = () =>
    lines
      .map(
        ({ level, fields, message }) =>
          `${level} ${typeof fields === 'string' ? fields : JSON.stringify(fields)} ${message ?? ''}`,
      )
      .join('\n')
  return { lines, text, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
