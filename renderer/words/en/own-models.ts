import type { OwnFieldsFault, RowFault, RowType } from '../../../shared/form/own-fields.ts'
import { format } from './format.ts'

const types: Record<RowType, string> = {
  text: 'Text',
  integer: 'Whole number',
  number: 'Number',
  switch: 'On or off',
  choice: 'Choice',
  image: 'Image',
  images: 'Images',
  video: 'Video',
  videos: 'Videos',
  audio: 'Audio',
  audios: 'Audio files',
}

const rowFaults: Record<RowFault, string> = {
  name: 'A field has a name of at most 100 characters.',
  same_name: 'Another field has this name.',
  min: 'This is no lowest value.',
  max: 'This is no highest value.',
  order: 'The lowest value is above the highest.',
  options: 'List the options, separated by commas.',
}

const fieldsFaults: Record<OwnFieldsFault, string> = {
  not_json: 'This isn’t JSON yet.',
  too_large: 'This is too large: at most 64 KB, nested 64 deep.',
  no_object: 'JSON Schema is an object here.',
  no_fields: 'It describes no field: properties are missing.',
}

/** Of models that the person enters by hand. */
export const ownModels = {
  title: 'Models entered by hand',
  note: 'For endpoints that the service doesn’t describe. Their price isn’t listed.',
  add: 'Add a model',
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removed: (name: string) => `Removed ${name}. Its results and recipes stay.`,
  undo: 'Undo',
  saved: (name: string) => `${name} is among the models.`,
  described: 'The service describes it now, and its own description is used.',
  dialogTitle: (name: string | null) => (name === null ? 'Add a model' : `Edit ${name}`),
  intro: 'As the service’s documentation describes it. Nothing is sent until you run it.',
  name: 'Name',
  nameFault: 'A name of at most 40 characters.',
  path: 'Path',
  pathPlaceholder: '/generate/image/vendor/model',
  pathFault: 'A path like /generate/image/vendor/model, of letters, digits and . _ ~ - alone.',
  pathTaken: 'Another model that you entered has this path.',
  makes: 'Makes',
  fields: 'Fields',
  asRows: 'Rows',
  asSchema: 'JSON Schema',
  schema: 'JSON Schema of the request',
  notRows: 'This schema says more than rows can, so it stays JSON Schema.',
  field: (place: number) => `Field ${format.number(place)}`,
  fieldName: 'Field name',
  type: 'Type',
  types,
  required: 'Required',
  min: 'Min',
  max: 'Max',
  options: 'Options, separated by commas',
  addField: 'Add a field',
  removeField: (name: string) => (name === '' ? 'Remove this field' : `Remove ${name}`),
  rowFaults,
  fieldsFaults,
  noRows: 'Add at least one field.',
  save: 'Save',
  cancel: 'Cancel',
  kindOf: (model: string) => `What ${model} makes`,
  kindNote: 'You said what these make, as their description doesn’t.',
}
