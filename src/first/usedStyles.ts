interface UsedStyles {
  /** Rules of classes, and emotion's names for them. */
  classes: { names: string[]; rules: string }
  /** Rules for elements, and the theme's variables. */
  others: string
}

/**
 * The styles that a page needs: rules of the classes in it, and those of the theme's variables that are used.
 * @param inserted emotion's registry: each rule by the end of its class name, or by another name if it has
 * no class
 */
export function usedStyles(
  inserted: Readonly<Record<string, string | true | undefined>>,
  html: string,
): UsedStyles {
  const drawn = new Set(html.match(/(?<=\bmui-)[\w-]+/g))
  const rules = Object.entries(inserted).filter(
    (rule): rule is [string, string] => typeof rule[1] === 'string',
  )
  const isOfClass = ([name, rule]: [string, string]) => rule.includes(`.mui-${name}`)
  const classes = rules.filter((rule) => isOfClass(rule) && drawn.has(rule[0]))
  const ofClasses = classes.map(([, rule]) => rule).join('')
  const others = rules
    .filter((rule) => !isOfClass(rule))
    .map(([, rule]) => rule)
    .join('')
  return {
    classes: { names: classes.map(([name]) => name), rules: ofClasses },
    others: withUsedVariables(others, ofClasses),
  }
}

const variableDeclaration = /(--sp-[\w-]+):[^;}]*;/g

function withUsedVariables(declared: string, using: string): string {
  const used = new Set<string>()
  const collect = (text: string) => {
    for (const [, name = ''] of text.matchAll(/var\((--sp-[\w-]+)/g)) {
      if (used.has(name)) continue
      used.add(name)
      for (const [, value = ''] of declared.matchAll(new RegExp(`${name}:([^;}]*)`, 'g'))) collect(value)
    }
  }
  collect(using + declared.replaceAll(variableDeclaration, ''))
  return declared.replaceAll(variableDeclaration, (one: string, name: string) => (used.has(name) ? one : ''))
}
