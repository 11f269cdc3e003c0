import type { Layout } from '@linecard/template-kit/control'

/** A macro as a folder. */
export const layout: Layout = { json: 'macro.json', texts: { template: 'template.hbs' } }
