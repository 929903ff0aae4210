interface UsedStyles {
  /** Rules of classes, and their names as emotion knows them. */
  classes: { names: string[]; rules: string }
  /** Rules for elements, and the theme's variables. */
  others: string
}

/**
 * What is needed of a page's styles to draw it: rules whose class stands in it, and of the theme's variables those that
 * are used.
 * @param inserted as emotion has it: each rule by the end of its class, or by another name where it has none
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

const variable = /(--sp-[\w-]+):[^;}]*;/g

function withUsedVariables(declared: string, using: string): string {
  const used = new Set<string>()
  const keep = (text: string) => {
    for (const [, name = ''] of text.matchAll(/var\((--sp-[\w-]+)/g)) {
      if (used.has(name)) continue
      used.add(name)
      for (const [, value = ''] of declared.matchAll(new RegExp(`${name}:([^;}]*)`, 'g'))) keep(value)
    }
  }
  keep(using + declared.replaceAll(variable, ''))
  return declared.replaceAll(variable, (one: string, name: string) => (used.has(name) ? one : ''))
}
