/** `linecard/testing`: tests of plugins. It loads the test runner, so only tests import it. */
export { testPlugin, type TestPluginOptions } from './plugin.ts'
export type { Answer, PluginWorld, WorldOptions } from './world.ts'
