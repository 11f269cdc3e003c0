/**
 * `npm run demo`: starts the service, then a simulated network whose devices it adds through the API. It has
 * a data folder of its own and can be run again at any time.
 */
import { keepCompiled } from '@linecard/kernel/compile-cache'

console.log('The demo of Linecard starts: loading its packages')
keepCompiled()
await import('./show.ts')
