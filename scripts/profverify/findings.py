"""What the verifier found: baselines, tables, SARIF.

SPDX-License-Identifier: GPL-2.0-or-later"""

import collections
import json
import os

SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


def read_report(path):
    """The findings in the report of one compilation, as the lines have them."""
    if not os.path.exists(path):
        return []
    found = []
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            line = json.loads(line)
            if line["kind"] == "verify":
                found.append(line)
    return found


def losses(name, findings):
    """Numbers of findings of file NAME, by (name, pass, rule); without those
    that no pass could know better."""
    return collections.Counter((name, x["pass"], x["rule"])
                               for x in findings if "unknown" not in x)


def read_baseline(path):
    """As losses; a file that is not there has none."""
    found = collections.Counter()
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.strip() and not line.startswith("#"):
                    number, name, where, rule = line.split()
                    found[name, where, rule] = int(number)
    return found


def write_baseline(path, found, about):
    """One line for each file, pass and rule."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"# {about}\n# findings, file, pass, rule\n")
        for key in sorted(found):
            file.write(" ".join([str(found[key]), *key]) + "\n")


def table(findings, files):
    """Lines of a table in Markdown: findings by pass and rule, and in how
    many FILES, a {finding: file}."""
    sums = collections.defaultdict(lambda: [0, set(), 0])
    for number, finding in enumerate(findings):
        row = sums[finding["pass"], finding["rule"]]
        row[0] += 1
        row[1].add(files[number])
        row[2] += finding.get("executions", 0)
    yield "| pass | rule | findings | files | executions |"
    yield "| --- | --- | --- | --- | --- |"
    for key, (number, names, weight) in sorted(
            sums.items(), key=lambda x: (-x[1][0], x[0])):
        yield f"| {key[0]} | {key[1]} | {number} | {len(names)} | {weight} |"


def sarif(findings):
    """All FINDINGS as one log."""
    rules = sorted({x["rule"] for x in findings})
    results = []
    for x in findings:
        values = ", ".join(f"{k} {x[k]:.10g}" for k in
                           ("is", "should", "before") if k in x)
        results.append({
            "ruleId": x["rule"],
            "level": "note" if "unknown" in x else "warning",
            "message": {"text": f"after pass '{x['pass']}', block "
                                f"{x['block']} of '{x['function']}': "
                                f"{x['rule']}: {values}"},
            "locations": [{"physicalLocation": {
                "artifactLocation": {"uri": x["file"]},
                "region": {"startLine": max(x["line"], 1)}}}],
            "properties": {k: x[k] for k in x
                           if k not in ("kind", "file", "line", "rule")},
        })
    return {"$schema": SARIF, "version": "2.1.0", "runs": [{
        "tool": {"driver": {"name": "hwpgo", "rules": [
            {"id": x} for x in rules]}},
        "results": results}]}
