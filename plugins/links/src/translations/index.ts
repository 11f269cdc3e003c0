import ru from './ru.json' with { type: 'json' }
import uk from './uk.json' with { type: 'json' }

export const translations = { uk, ru }
