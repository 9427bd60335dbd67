/** What decides where notes stand, and which of many; it comes with code of its own. */
export { roomFor } from './note-room.ts'
export { placeNotes } from './place-notes.ts'
