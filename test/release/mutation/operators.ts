import ts from 'typescript'

/** A small change to a source file that a test has to notice. */
export interface Mutant {
  /** Kind of change, such as `<` to `<=`. */
  readonly operator: string
  /** Start of the characters that are replaced. `end` is after the last of them. */
  readonly start: number
  readonly end: number
  readonly replacement: string
  /** Start of the innermost block around the change, -1 outside functions. `marked` records it when it runs. */
  readonly block: number
}

/** For each operator, the operator that replaces it. */
const OTHER = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
  [ts.SyntaxKind.PercentToken, '*'],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.LessThanLessThanToken, '>>'],
  [ts.SyntaxKind.GreaterThanGreaterThanToken, '<<'],
  [ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken, '<<'],
  [ts.SyntaxKind.AmpersandToken, '|'],
  [ts.SyntaxKind.BarToken, '&'],
  [ts.SyntaxKind.PlusEqualsToken, '-='],
  [ts.SyntaxKind.MinusEqualsToken, '+='],
  [ts.SyntaxKind.PlusPlusToken, '--'],
  [ts.SyntaxKind.MinusMinusToken, '++'],
])

/**
 * Returns the possible changes to a TypeScript file. Operators become similar ones, conditions are negated, numbers
 * grow by one, `true` becomes `false`, and statements that only call or assign are removed. Types and strings are not
 * changed.
 */
export function mutantsIn(text: string): Mutant[] {
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true)
  const mutants: Mutant[] = []
  let block = -1
  const add = (operator: string, node: ts.Node, replacement: string) =>
    mutants.push({ operator, start: node.getStart(file), end: node.getEnd(), replacement, block })
  const negate = (condition: ts.Expression) => add('condition', condition, `!(${condition.getText(file)})`)

  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    // Examples are for readers, so any value would do.
    if (ts.isPropertyAssignment(node) && /^examples?$/.test(node.name.getText(file))) return
    const outer = block
    if (isBlock(node)) block = node.getStart(file)
    if (ts.isBinaryExpression(node)) changeToken(node.operatorToken)
    else if (ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)) changeUnary(node)
    else if (ts.isIfStatement(node)) negate(node.expression)
    else if (ts.isConditionalExpression(node)) negate(node.condition)
    else if (ts.isNumericLiteral(node)) add('number', node, `(${node.getText(file)} + 1)`)
    else if (node.kind === ts.SyntaxKind.TrueKeyword) add('true', node, 'false')
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add('false', node, 'true')
    else if (ts.isExpressionStatement(node) && !isSuperCall(node)) add('statement', node, ';')
    else if (ts.isContinueStatement(node) || ts.isBreakStatement(node)) {
      if (!ts.isCaseClause(node.parent) && !ts.isDefaultClause(node.parent)) add('jump', node, ';')
    }
    ts.forEachChild(node, visit)
    block = outer
  }

  function changeToken(token: ts.Node): void {
    const other = OTHER.get(token.kind)
    if (other !== undefined) add(`${token.getText(file)} to ${other}`, token, other)
  }

  function changeUnary(node: ts.PostfixUnaryExpression | ts.PrefixUnaryExpression): void {
    const { operand, operator } = node
    const isCount = operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken
    if (isCount) {
      const other = OTHER.get(operator)!
      const value = operand.getText(file)
      add(`count by ${other}`, node, ts.isPostfixUnaryExpression(node) ? `${value}${other}` : `${other}${value}`)
    } else if (operator === ts.SyntaxKind.MinusToken || operator === ts.SyntaxKind.ExclamationToken)
      add(`without ${ts.tokenToString(operator)}`, node, `(${operand.getText(file)})`)
  }

  visit(file)
  return mutants
}

/** Checks whether a node is a block of statements or the expression that an arrow function returns. */
function isBlock(node: ts.Node): boolean {
  return ts.isBlock(node) || (node.parent && ts.isArrowFunction(node.parent) && node === node.parent.body)
}

/**
 * Returns a TypeScript file that records each of its blocks in the set `globalThis.mutationBlocks` when the block runs,
 * as the name of the file and the start of the block.
 */
export function marked(text: string, name: string): string {
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true)
  const mark = (start: number) => `(globalThis.mutationBlocks ??= new Set()).add('${name}:${start}')`
  const inserted: { at: number; text: string }[] = [{ at: text.length, text: `\n;${mark(-1)}\n` }]

  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node)) return
    if (isBlock(node)) {
      const start = node.getStart(file)
      if (ts.isBlock(node)) inserted.push({ at: start + 1, text: `;${mark(start)};` })
      else inserted.push({ at: start, text: `(${mark(start)}, ` }, { at: node.getEnd(), text: ')' })
    }
    ts.forEachChild(node, visit)
  }

  visit(file)
  // Inserted from the end, so that earlier positions stay valid.
  return inserted
    .map((insertion, order) => ({ ...insertion, order }))
    .sort((a, b) => b.at - a.at || a.order - b.order)
    .reduce((changed, { at, text: added }) => changed.slice(0, at) + added + changed.slice(at), text)
}

function isSuperCall({ expression }: ts.ExpressionStatement): boolean {
  return ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword
}
