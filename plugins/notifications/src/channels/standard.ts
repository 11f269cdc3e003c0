import type { MessageKind } from '@linecard/plugin-kit'

type Templates = Readonly<Record<MessageKind, string>>
type Line = readonly [text: string, condition?: string]

/** The templates of a channel, with its line end and its way to stress a text. */
export function standardTemplates(end: string, strong: (text: string) => string): Templates {
  const template = (...lines: Line[]) =>
    lines
      .map(([text, condition]) => (condition ? `{{#if ${condition}}}${text}${end}{{/if}}` : `${text}${end}`))
      .join('\n')
  const place: Line[] = [
    [`Device: ${strong('{{event.device.name}}')} ({{event.device.ip}})`, 'event.device'],
    ['Interface: {{event.interface.name}}', 'event.interface'],
    ['Customers below: {{event.customers}}', 'event.customers'],
  ]
  return {
    alert: template(
      [strong('{{upper event.severity}}: {{event.annotation}}')],
      ...place,
      ['{{event.description}}', 'event.description'],
      ['Since {{event.created_at}}'],
    ),
    resolved: template([strong('Resolved: {{event.annotation}}')], ...place, [
      'From {{event.created_at}} to {{event.resolved_at}}',
    ]),
    notification: template(
      [strong('{{action.action}}{{#if action.status}}: {{action.status}}{{/if}}')],
      ['{{action.message}}', 'action.message'],
      ['User: {{action.user.login}}', 'action.user'],
      ['Device: {{action.device.name}} ({{action.device.ip}})', 'action.device'],
      ['{{action.created_at}}'],
    ),
  }
}
