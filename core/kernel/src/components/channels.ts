import { messageKinds, type BoundChannel, type Plugin } from '@linecard/plugin-kit'
import type { LoadedComponent } from './component.ts'
import { contained } from './entered.ts'

/** What is wrong with the channels of a plugin. */
export const channelFaults = ({ channels = {} }: Plugin): string[] =>
  Object.entries(channels).flatMap(([type, { label, hint, templates }]) =>
    [
      /^[a-z][a-z0-9_]{0,39}$/.test(type)
        ? null
        : 'a type has lower case letters, digits and underscores, at most 40 characters',
      label ? null : 'label is missing',
      hint ? null : 'hint is missing',
      ...messageKinds.map(kind => (templates[kind] ? null : `the template "${kind}" is missing`)),
    ].flatMap(fault => (fault ? [`channel "${type}": ${fault}`] : [])),
  )

/** Why a channel is not used that cannot tell what it lacks. */
const unknown = 'its component threw an error; the log and the list of components have it'

/** The channels of running plugins. */
export const boundChannels = (ready: readonly LoadedComponent[]): BoundChannel[] =>
  ready.flatMap(component =>
    Object.entries(component.plugin!.channels ?? {}).map(([type, channel]) => {
      const ctx = component.context as never
      return {
        type,
        component: component.key,
        label: channel.label,
        hint: channel.hint,
        format: channel.format,
        lineEnd: channel.lineEnd ?? '<br>',
        templates: channel.templates,
        missing: () => contained(() => channel.missing(ctx), unknown),
        check: value => channel.check(ctx, value),
        shown: value => channel.shown?.(value) ?? value,
        send: (contact, message, signal) => channel.send(ctx, contact, message, signal),
      }
    }),
  )
