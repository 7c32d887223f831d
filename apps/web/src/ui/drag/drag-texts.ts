import type { DndContextProps, UniqueIdentifier } from '@dnd-kit/core'

/** Texts that a screen reader says during a drag. */
export const makeDragTexts = (nameOf: (id: UniqueIdentifier) => string): DndContextProps['accessibility'] => ({
  screenReaderInstructions: {
    draggable:
      'Para mover, pressione espaço ou enter. Use as setas para escolher o lugar, espaço ou enter para soltar, e esc para cancelar.',
  },
  announcements: {
    onDragStart: ({ active }) => `${nameOf(active.id)} foi pego.`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active.id)} está sobre ${nameOf(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} foi solto em ${nameOf(over.id)}.` : `${nameOf(active.id)} voltou ao lugar.`,
    onDragCancel: ({ active }) => `Movimento cancelado. ${nameOf(active.id)} voltou ao lugar.`,
  },
})
