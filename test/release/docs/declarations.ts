import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as ts from 'typescript'
import { COLUMNS, code, comment, commentOf, wrapped } from './comments.ts'

/** A declaration that may have type parameters and a documentation comment. */
type Declaration =
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.ClassDeclaration
  | ts.FunctionDeclaration
  | ts.VariableStatement
/** A function, or a method or property of an interface. */
type Callable = ts.FunctionDeclaration | ts.MethodSignature | ts.PropertySignature | ts.VariableStatement

/** Type parameters by name, each with the type that stands for it in the reference. */
type Parameters = ReadonlyMap<string, string>

/** Built-in types. Their type arguments are shown, unlike those of the library's own types. */
const BUILT_IN =
  /^(Record|Partial|Readonly|Pick|Omit|Exclude|Promise|Iterable|AsyncIterable|AsyncGenerator|Response|NoInfer)$/
/** The only type whose ids are new. The ids of all other types are from the catalog. */
const OF_NEW_IDS = 'LayerOptions'

const sources = new Map<string, ts.SourceFile>()

function sourceOf(file: string): ts.SourceFile {
  const known = sources.get(file)
  if (known !== undefined) return known
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  sources.set(file, source)
  return source
}

/** Returns the names that an entry exports, each with the file that it exports them from. */
export function exportsOf(entry: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const statement of sourceOf(entry).statements) {
    const isOwn = ts.isFunctionDeclaration(statement) || ts.isInterfaceDeclaration(statement)
    if (isOwn && statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
      names.set(statement.name!.text, entry)
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined) continue
    const file = fileOf(entry, statement.moduleSpecifier)
    const { exportClause } = statement
    if (exportClause === undefined) for (const [name, from] of exportsOf(file)) names.set(name, from)
    if (exportClause && ts.isNamedExports(exportClause))
      for (const { name } of exportClause.elements) names.set(name.text, file)
  }
  return names
}

function fileOf(from: string, specifier: ts.Expression): string {
  return join(dirname(from), (specifier as ts.StringLiteral).text)
}

/** Returns the declarations of a name: several if a function has overloads. */
function declarationsOf(name: string, file: string): readonly Declaration[] {
  const source = sourceOf(file)
  const all = source.statements.filter((statement): statement is Declaration =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.some((one) => one.name.getText() === name)
      : (ts.isInterfaceDeclaration(statement) ||
          ts.isTypeAliasDeclaration(statement) ||
          ts.isClassDeclaration(statement) ||
          ts.isFunctionDeclaration(statement)) &&
        statement.name?.text === name,
  )
  if (all.length > 0) return all
  for (const statement of source.statements) {
    if (!(ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) || !statement.moduleSpecifier)
      continue
    const from = fileOf(file, statement.moduleSpecifier)
    if (new RegExp(`\\b${name}\\b`).test(statement.getText()) && existsSync(from)) return declarationsOf(name, from)
  }
  throw new Error(`${file} has no ${name}.`)
}

/** Returns the names of the functions and properties that an interface declares itself. */
export function membersDeclaredBy(name: string, file: string): readonly string[] {
  const [declaration] = declarationsOf(name, file)
  if (!ts.isInterfaceDeclaration(declaration)) throw new Error(`${name} is not an interface.`)
  return [...new Set(declaration.members.map((member) => member.name?.getText() ?? ''))]
}

/** Describes a function: its comment, its signatures, its parameters and its errors. `Owner.name` is a method. */
export function describeFunction(path: string, entry: ReadonlyMap<string, string>): string {
  const [owner, member] = path.split('.')
  const file = entry.get(owner)
  if (file === undefined) throw new Error(`The entry exports no ${owner}.`)
  const declarations = declarationsOf(owner, file)
  const overloads = (
    member === undefined
      ? declarations.filter(
          (one) => !ts.isFunctionDeclaration(one) || one.body === undefined || declarations.length === 1,
        )
      : (declarations[0] as ts.InterfaceDeclaration).members.filter((one) => one.name?.getText() === member)
  ) as readonly Callable[]
  if (overloads.length === 0) throw new Error(`There is no ${path}.`)
  const outer = member === undefined ? new Map() : parametersOf(declarations[0])
  const { text, tags } = commentOf(overloads[0])
  const listed = (name: string) => tags.filter((tag) => tag.name === name).map(({ text }) => `- ${text}`)
  const [parameters, errors] = [listed('param'), listed('throws')]
  return [
    ...text.map(wrapped),
    code([...new Set(overloads.map((overload) => signatureOf(overload, outer)))]),
    ...(parameters.length > 0 ? [parameters.map(wrapped).join('\n')] : []),
    ...(errors.length > 0 ? ['Errors:', errors.map(wrapped).join('\n')] : []),
  ].join('\n\n')
}

/** Describes types, one after the other, with every field. */
export function describeTypes(names: readonly string[], entry: ReadonlyMap<string, string>): string {
  return code(
    names.map((name) => {
      const file = entry.get(name)
      if (file === undefined) throw new Error(`The entry exports no ${name}.`)
      return describeType(name, file)
    }),
  )
}

function describeType(name: string, file: string): string {
  const [declaration] = declarationsOf(name, file)
  const head = comment(commentOf(declaration).text.join(' '), '')
  const parameters = parametersOf(declaration)
  if (ts.isClassDeclaration(declaration)) {
    const base = declaration.heritageClauses?.[0].types[0].getText()
    const isAbstract = declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword)
    return `${head}${isAbstract ? 'abstract ' : ''}class ${name} extends ${base} ${body(fieldsIn(declaration.members, parameters))}`
  }
  const fields = fieldsOf(name, file, parameters)
  if (fields !== null) return `${head}interface ${name} ${body(fields)}`
  if (!ts.isTypeAliasDeclaration(declaration)) throw new Error(`${name} is not a type.`)
  const { type } = declaration
  // If a type is computed from its parameters, the reader needs to see them.
  if (type.getText().includes(' extends ') || (ts.isMappedTypeNode(type) && type.nameType !== undefined))
    return `${head}type ${name}<${declaration.typeParameters!.map((one) => one.name.text).join(', ')}> = ${type.getText()}`
  const text = printed(type, parameters)
  const isShort = `type ${name} = ${text}`.length <= COLUMNS && !text.includes('\n')
  const parts = ts.isUnionTypeNode(type) && !isShort ? unionLines(type, parameters) : ` ${text}`
  return `${head}type ${name} =${parts}`
}

/** Prints a long union with one member per line and the comments between them. */
function unionLines(type: ts.UnionTypeNode, parameters: Parameters): string {
  const { text } = type.getSourceFile()
  const members = type.types.map((member) => {
    const remark = /\/\*\*(?:(?!\*\/)[\s\S])*\*\/(?=\s*\|\s*$)/.exec(text.slice(0, member.getStart()))?.[0]
    return `\n${remark === undefined ? '' : `  ${remark}\n`}  | ${printed(member, parameters)}`
  })
  return members.join('')
}

interface Field {
  readonly name: string
  readonly isOptional?: boolean
  /** Whether `type` is a method signature that starts at its parenthesis. */
  readonly isMethod?: boolean
  readonly type: string
  readonly comment: string
}

/** Returns all fields of a type, inherited ones first, or null if the type is not a list of fields. */
function fieldsOf(name: string, file: string, parameters: Parameters): readonly Field[] | null {
  if (BUILT_IN.test(name)) return null
  const [declaration] = declarationsOf(name, file)
  const { fileName } = declaration.getSourceFile()
  if (ts.isTypeAliasDeclaration(declaration)) return fieldsOfNode(declaration.type, fileName, parameters)
  if (!ts.isInterfaceDeclaration(declaration)) return null
  const inherited = (declaration.heritageClauses ?? []).flatMap(({ types }) =>
    types.flatMap((type) => fieldsOfNode(type, fileName, parameters) ?? []),
  )
  return merged(inherited, fieldsIn(declaration.members, parameters))
}

function fieldsOfNode(node: ts.TypeNode, file: string, parameters: Parameters): readonly Field[] | null {
  if (ts.isTypeLiteralNode(node)) return fieldsIn(node.members, parameters)
  if (ts.isIntersectionTypeNode(node)) {
    const parts = node.types.map((type) => fieldsOfNode(type, file, parameters))
    return parts.some((part) => part === null) ? null : (parts as Field[][]).reduce(merged)
  }
  if (!ts.isTypeReferenceNode(node) && !ts.isExpressionWithTypeArguments(node)) return null
  const name = ts.isTypeReferenceNode(node) ? node.typeName.getText() : node.expression.getText()
  if (name === 'Partial') {
    const fields = fieldsOfNode((node.typeArguments ?? [])[0], file, parameters)
    return fields?.map((field) => ({ ...field, isOptional: true })) ?? null
  }
  if (name !== 'Omit' && name !== 'Pick') return BUILT_IN.test(name) ? null : fieldsOf(name, file, parameters)
  const [whole, keys] = node.typeArguments!
  const named = new Set([...keys.getText().matchAll(/'(\w+)'/g)].map(([, key]) => key))
  const fields = fieldsOfNode(whole, file, parameters)
  return fields?.filter((field) => named.has(field.name) === (name === 'Pick')) ?? null
}

/** Adds fields to a list. A field replaces the existing one with the same name. */
function merged(before: readonly Field[], after: readonly Field[]): Field[] {
  const names = new Set(after.map(({ name }) => name))
  return [...before.filter(({ name }) => !names.has(name)), ...after]
}

function fieldsIn(members: readonly (ts.TypeElement | ts.ClassElement)[], parameters: Parameters): readonly Field[] {
  return members.flatMap((member) => {
    if (ts.isMethodSignature(member)) {
      const own = new Map([...parameters, ...parametersOf(member)])
      const type = signatureOf(member, own).slice(member.name.getText().length).replaceAll('\n', '\n  ')
      return { name: member.name.getText(), isMethod: true, type, comment: commentOf(member).text.join(' ') }
    }
    const isField = ts.isPropertySignature(member) || ts.isPropertyDeclaration(member) || ts.isGetAccessor(member)
    if (!isField || ts.isPrivateIdentifier(member.name)) return []
    if (ts.getJSDocTags(member).some((tag) => tag.tagName.text === 'internal')) return []
    const type = member.type
      ? printed(member.type, parameters)
      : (member as ts.PropertyDeclaration).initializer!.getText()
    const isOptional = !ts.isGetAccessor(member) && member.questionToken !== undefined
    return {
      name: member.name.getText(),
      isOptional,
      type: isOptional ? type.replace(/ \| undefined$/, '').replace(/^\((.*=>.*)\)$/, '$1') : type,
      comment: commentOf(member).text.join(' '),
    }
  })
}

function body(fields: readonly Field[]): string {
  if (fields.length === 0) return '{}'
  const lines = fields.map(
    ({ name, isOptional, isMethod, type, comment: text }) =>
      `${comment(text, '  ')}  ${name}${isMethod ? '' : isOptional ? '?: ' : ': '}${type}\n`,
  )
  return `{\n${lines.join('')}}`
}

/** Returns the text that replaces each type parameter, so that a reader sees IDs and flags instead of letters. */
function parametersOf(node: ts.Node): Parameters {
  const { typeParameters = [] } = node as { typeParameters?: readonly ts.TypeParameterDeclaration[] }
  const isNewId = ts.isInterfaceDeclaration(node) && node.name.text === OF_NEW_IDS
  return new Map(
    typeParameters.map(({ name, constraint, default: fallback }) => {
      const limit = constraint?.getText() ?? 'unknown'
      const isId =
        (limit === 'string' && fallback !== undefined && fallback.getText() !== "''" && !isNewId) || limit === 'Id'
      return [name.text, isId ? 'DimensionId' : limit]
    }),
  )
}

function signatureOf(node: Callable, outer: Parameters): string {
  if (ts.isVariableStatement(node)) return constantOf(node)
  const parameters = new Map([...outer, ...parametersOf(node)])
  const type = node.type === undefined ? 'void' : printed(node.type, parameters)
  const name = node.name!.getText()
  if (ts.isPropertySignature(node)) return `${name}: ${type}`
  const given = node.parameters.map(
    (one) =>
      `${one.name.getText()}${one.questionToken || one.initializer ? '?' : ''}: ${printed(one.type!, parameters)}`,
  )
  const line = `${name}(${given.join(', ')}): ${type}`
  return line.length <= COLUMNS ? line : `${name}(\n${given.map((one) => `  ${one},\n`).join('')}): ${type}`
}

/** Prints a constant with its type, or with its values and their comments. */
function constantOf(node: ts.VariableStatement): string {
  const [{ name, type, initializer }] = node.declarationList.declarations
  if (type !== undefined) return `const ${name.getText()}: ${type.getText()}`
  const values = initializer && ts.isCallExpression(initializer) ? initializer.arguments[0] : initializer
  if (!values || !ts.isObjectLiteralExpression(values)) throw new Error(`${name.getText()} has no type.`)
  const fields = values.properties.map((property) => ({
    name: property.name!.getText(),
    isOptional: false,
    type: (property as ts.PropertyAssignment).initializer.getText(),
    comment: commentOf(property).text.join(' '),
  }))
  return `const ${name.getText()}: ${body(fields)}`
}

/** Prints a type without what only the compiler needs: type parameters, and `readonly` of fields. */
function printed(node: ts.Node, parameters: Parameters): string {
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = []
  const replace = (from: ts.Node, text: string) => edits.push({ start: from.getStart(), end: from.getEnd(), text })
  const isParameter = (type: ts.Node) => ts.isTypeReferenceNode(type) && parameters.has(type.getText())
  const visit = (child: ts.Node): void => {
    if (ts.isConditionalTypeNode(child)) {
      const branches = `${child.trueType.getText()} | ${child.falseType.getText()}`.split(' | ')
      return void replace(child, [...new Set(branches)].join(' | '))
    }
    if (child.kind === ts.SyntaxKind.ReadonlyKeyword && ts.isPropertySignature(child.parent)) {
      edits.push({ start: child.getStart(), end: child.getEnd() + 1, text: '' })
      return
    }
    if (ts.isParenthesizedTypeNode(child) && ts.isIntersectionTypeNode(child.type)) {
      const others = child.type.types.filter((type) => !isParameter(type))
      if (others.length === 1) return void replace(child, printed(others[0], parameters))
    }
    if (ts.isTypeReferenceNode(child)) {
      const name = child.typeName.getText()
      const known = parameters.get(name)
      if (known !== undefined) return void replace(child, known)
      const [inner] = child.typeArguments ?? []
      if (inner && (name === 'Readonly' || name === 'NoInfer')) return void replace(child, printed(inner, parameters))
      if (inner && name === 'Exclude') return void replace(child, 'string')
      const others = child.typeArguments?.filter((type) => !isParameter(type)) ?? []
      if (inner && !BUILT_IN.test(name) && others.length < child.typeArguments!.length)
        return void replace(
          child,
          others.length === 0 ? name : `${name}<${others.map((one) => one.getText()).join(', ')}>`,
        )
    }
    ts.forEachChild(child, visit)
    if (ts.isPropertySignature(child) && child.modifiers) child.modifiers.forEach(visit)
  }
  visit(node)
  const from = node.getStart()
  let text = node.getText()
  const unique = [...new Map(edits.map((edit) => [edit.start, edit])).values()].sort((a, b) => b.start - a.start)
  for (const { start, end, text: by } of unique) text = text.slice(0, start - from) + by + text.slice(end - from)
  if (text.includes('/**')) return text
  return text
    .replace(/(?<=[^\s{;|,(])\n\s+(?=\w+\??:)/g, '; ')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/(\?: [^;}]*) \| undefined(?=;| })/g, '$1')
    .replace(/^\| /, '')
}

/**
 * Returns the comments of the fields of a type, inherited ones included, by field. Fields without a comment are
 * omitted.
 */
export function fieldComments(name: string, file: string): Readonly<Record<string, string>> {
  const fields = fieldsOf(name, file, new Map()) ?? []
  return Object.fromEntries(fields.flatMap(({ name, comment }) => (comment === '' ? [] : [[name, comment]])))
}
