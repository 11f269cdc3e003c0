import type { BoundChannel, MessageKind } from '@linecard/plugin-kit'
import type { Renderer, Variables } from '@linecard/template-kit'
import { oneLine } from '../intake/texts.ts'
import { htmlOf, plainOf } from './html.ts'

export interface RenderedMessage {
  subject: string
  /** In the format of the channel. */
  body: string
  plain: string
}

interface Titled {
  kind: MessageKind
  severity: string
  title: string
  /** Name of the device; null: none. */
  device: string | null
}

/** One line that says what it is about. */
export function subjectOf({ kind, severity, title, device }: Titled): string {
  const sign = { alert: `[${severity.toUpperCase()}] `, resolved: '[RESOLVED] ', notification: '' }[kind]
  return oneLine(`${sign}${title}${device === null ? '' : ` (${device})`}`, 200)
}

/**
 * Renders a template for a channel. Values are escaped in HTML.
 * @throws TemplateError with the place of the mistake
 */
export async function renderFor(
  renderer: Renderer,
  { format }: Pick<BoundChannel, 'format'>,
  text: string,
  variables: Variables,
): Promise<Omit<RenderedMessage, 'subject'>> {
  const { lines } = await renderer.render({ text }, variables)
  if (format === 'text') {
    const body = lines.map(line => line.text).join('\n')
    return { body, plain: body }
  }
  const body = lines.map(htmlOf).join('\n')
  return { body, plain: plainOf(body) }
}
