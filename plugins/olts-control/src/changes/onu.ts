import {
  ctrlOntClearCounters,
  ctrlOntDelete,
  ctrlOntDescr,
  ctrlOntDisable,
  ctrlOntReboot,
  ctrlOntReset,
  ponOntsStatus,
} from '@linecard/driver-kit/modules'
import { closedObject, liveChange, type Context, type Routes } from '@linecard/plugin-kit'
import type { Module } from '@linecard/driver-kit'
import { exampleOnu, identOf, ofOnu } from '../bodies.ts'

const compared =
  'The OLT shows first that the ONU is the one that is meant: the given `ident`, else the stored one. ' +
  'If another ONU has its place now, nothing is changed: 409 INTERFACE_MOVED.'

interface Plain {
  module: Module
  summary: string
  /** What it does to the subscriber. */
  effect: string
  args?: Readonly<Record<string, unknown>>
}

/** Changes without values, by the last part of their path. */
const plain: Readonly<Record<string, Plain>> = {
  reboot: {
    module: ctrlOntReboot,
    summary: 'Reboots an ONU',
    effect: 'Its subscriber is offline for a minute or two. Verified: the OLT showed that it went down.',
  },
  reset: {
    module: ctrlOntReset,
    summary: 'Resets an ONU to its factory settings',
    effect: 'What was configured in the ONU itself is lost.',
  },
  delete: {
    module: ctrlOntDelete,
    summary: 'Deletes an ONU from its OLT',
    effect:
      'Its configuration on the OLT is lost. The stored interface is closed and keeps its history: ' +
      'when the ONU is registered again, here or on another OLT, it gets its comment and tags back.',
  },
  enable: {
    module: ctrlOntDisable,
    summary: 'Enables an ONU',
    effect: 'It may send light again.',
    args: { state: 'enable' },
  },
  disable: {
    module: ctrlOntDisable,
    summary: 'Disables an ONU',
    effect: 'It keeps its configuration and sends no light.',
    args: { state: 'disable' },
  },
  'clear-counters': {
    module: ctrlOntClearCounters,
    summary: 'Clears the counters of an ONU',
    effect: 'On the OLT itself: every other program that counts sees the jump.',
  },
}

/** Everything that can be done to an ONU, except for its Ethernet ports. */
export function onuChanges(declare: Routes, ctx: Context): void {
  for (const [name, { module, summary, effect, args = {} }] of Object.entries(plain))
    liveChange(
      declare,
      ctx,
      {
        path: `/component/olts_control/ont/${name}`,
        operationId: `olts-control.ont.${name}`,
        tag: 'olts_control',
        summary,
        description: `${effect} ${compared}`,
        permission: module.permission,
        only: ponOntsStatus,
        body: closedObject(ofOnu, { examples: [exampleOnu] }),
        changes: [name],
        steps: ({ ident }) => [{ name, module, args: { ...args, ...identOf({ ident }) }, onInterface: true }],
      },
      `olts-control.Ont${wordOf(name)}`,
    )
  liveChange(
    declare,
    ctx,
    {
      path: '/component/olts_control/ont/description',
      operationId: 'olts-control.ont.description',
      tag: 'olts_control',
      summary: 'Changes the description of an ONU',
      description: `An empty text removes it. ${compared}`,
      permission: ctrlOntDescr.permission,
      only: ponOntsStatus,
      body: closedObject(
        { ...ofOnu, description: ctrlOntDescr.args.properties.description },
        { examples: [{ ...exampleOnu, description: 'contract 11619' }] },
      ),
      changes: ['description'],
      steps: ({ ident, description }) => [
        {
          name: 'description',
          module: ctrlOntDescr,
          args: { description, ...identOf({ ident }) },
          onInterface: true,
        },
      ],
    },
    'olts-control.OntDescription',
  )
}

/** `clear-counters` as `ClearCounters`. */
const wordOf = (name: string): string =>
  name
    .split('-')
    .map(part => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
